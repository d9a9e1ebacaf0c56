import { Browser, detectBrowserPlatform, getInstalledBrowsers, install, resolveBuildId } from '@puppeteer/browsers';
import { cacheFolder } from './folders.ts';

export type Downloadable = 'chromium' | 'firefox';

const names = { chromium: Browser.CHROME, firefox: Browser.FIREFOX };

export interface DownloadSource {
  folder?: string;
  /** The server of the archives. Only tests set it. */
  baseUrl?: string;
  /** Default: the stable build. Only tests set it. */
  buildId?: string;
}

/** The executable of a browser that was downloaded earlier; undefined if there is none. */
export async function findDownloaded(which: Downloadable, folder: string = cacheFolder()): Promise<string | undefined> {
  const installed = await getInstalledBrowsers({ cacheDir: folder });
  return installed.find(({ browser }) => browser === names[which])?.executablePath;
}

/** Downloads Chrome for Testing or Firefox, unless that build is there already. Returns its executable. */
export async function download(
  which: Downloadable,
  { folder = cacheFolder(), baseUrl, buildId }: DownloadSource = {},
): Promise<string> {
  const platform = detectBrowserPlatform();
  if (platform === undefined)
    throw new Error(`There is no browser to download for this machine (${process.platform} ${process.arch}).`);
  const installed = await install({
    browser: names[which],
    buildId: buildId ?? (await resolveBuildId(names[which], platform, 'stable')),
    cacheDir: folder,
    ...(baseUrl !== undefined && { baseUrl }),
  });
  return installed.executablePath;
}
