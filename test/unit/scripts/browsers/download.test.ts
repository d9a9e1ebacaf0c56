import { readFileSync } from 'node:fs';
import { Browser, computeExecutablePath, detectBrowserPlatform, getDownloadUrl } from '@puppeteer/browsers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { download, findDownloaded } from '../../../../scripts/browsers/download.ts';
import { removeFolder, serve, temporaryFolder } from '../../../../scripts/browsers/index.ts';
import { zipOf } from '../../../support/zip.ts';

const buildId = '999.0.1.2';
const platform = detectBrowserPlatform();
if (platform === undefined) throw new Error('There is no browser to download for this machine.');
const insideArchive = computeExecutablePath({ browser: Browser.CHROME, buildId, platform, cacheDir: null });

let folder: string;
beforeEach(() => {
  folder = temporaryFolder('downloads');
});
afterEach(() => removeFolder(folder));

test('a browser is downloaded and unpacked once, then found', async () => {
  const requested: (string | undefined)[] = [];
  const site = await serve((request, response) => {
    requested.push(request.url);
    response.end(zipOf(insideArchive.replaceAll('\\', '/'), 'stand-in'));
  });
  try {
    expect(await findDownloaded('chromium', folder)).toBeUndefined();
    const executable = await download('chromium', { folder, baseUrl: site.origin, buildId });
    expect(readFileSync(executable, 'utf8')).toBe('stand-in');
    expect(requested).toEqual([getDownloadUrl(Browser.CHROME, platform, buildId, site.origin).pathname]);
    expect(await findDownloaded('chromium', folder)).toBe(executable);
    expect(await findDownloaded('firefox', folder)).toBeUndefined();
  } finally {
    await site.close();
  }
});

test('a refused download leaves nothing', async () => {
  const site = await serve({});
  try {
    await expect(download('chromium', { folder, baseUrl: site.origin, buildId })).rejects.toThrow('404');
    expect(await findDownloaded('chromium', folder)).toBeUndefined();
  } finally {
    await site.close();
  }
});
