import { capturePictures } from './capture.ts';
import { conflictPictures } from './conflicts.ts';
import { failurePictures } from './failures.ts';
import { libraryPictures } from './library.ts';
import { meaningPictures } from './meaning.ts';
import { memorySyncPictures } from './memory-sync.ts';
import { pagePictures } from './page.ts';
import { popupFailurePictures } from './popup-failures.ts';
import { popupUpdatePictures } from './popup-updates.ts';
import { popupPictures } from './popup.ts';
import { sectionPictures } from './sections.ts';
import { serverPagePictures } from './server-page.ts';
import { settingsSitesPictures } from './settings-sites.ts';
import { settingsSyncPictures } from './settings-sync.ts';
import { settingsPictures } from './settings.ts';
import { sitePictures } from './sites.ts';
import { syncPictures } from './sync.ts';

/**
 * `npm run screens`, after a build: takes pictures of the states of the user interface, among them those in the README
 * and the docs. Arguments select groups.
 */
const groups = {
  popup: popupPictures,
  popupUpdates: popupUpdatePictures,
  popupFailures: popupFailurePictures,
  capture: capturePictures,
  meaning: meaningPictures,
  settings: settingsPictures,
  sections: sectionPictures,
  settingsSites: settingsSitesPictures,
  settingsSync: settingsSyncPictures,
  library: libraryPictures,
  failures: failurePictures,
  conflicts: conflictPictures,
  memorySync: memorySyncPictures,
  page: pagePictures,
  serverPage: serverPagePictures,
  sites: sitePictures,
  sync: syncPictures,
};

const wanted = process.argv.slice(2);
for (const [name, take] of Object.entries(groups)) if (wanted.length === 0 || wanted.includes(name)) await take();
