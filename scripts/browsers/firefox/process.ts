import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTiedProcess } from '../tied-process.ts';
import { until } from '../until.ts';

const portFile = (profile: string) => join(profile, 'MarionetteActivePort');

const quietPreferences = {
  'app.update.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'marionette.port': 0,
  'toolkit.telemetry.reportingpolicy.firstRun': false,
  'dom.ipc.processPrelaunch.enabled': false,
  'browser.newtab.preload': false,
  'browser.newtabpage.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'browser.search.update': false,
  'app.normandy.enabled': false,
  'toolkit.telemetry.server': 'data:,',
  'extensions.getAddons.cache.enabled': false,
  'extensions.systemAddon.update.enabled': false,
  'browser.region.update.enabled': false,
};

export interface FirefoxProcess {
  port: number;
  /** Kills Firefox (SIGKILL). Resolves when Firefox has ended. */
  kill(): Promise<void>;
}

export async function startFirefox(
  executable: string,
  profile: string,
  preferences: Record<string, string | number | boolean>,
  args: string[],
  env: NodeJS.ProcessEnv,
): Promise<FirefoxProcess> {
  const lines = Object.entries({ ...quietPreferences, ...preferences }).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  writeFileSync(join(profile, 'user.js'), lines.join('\n'));
  rmSync(portFile(profile), { force: true });
  const firefox = startTiedProcess(
    executable,
    ['--marionette', '--remote-allow-system-access', '--no-remote', '--profile', profile, ...args],
    env,
  );
  try {
    const port = await until(
      'Firefox to listen',
      () => {
        if (!firefox.running()) throw new Error(`${executable} ended at once.`);
        return existsSync(portFile(profile)) && Number(readFileSync(portFile(profile), 'utf8'));
      },
      60_000,
    );
    return { port, kill: () => firefox.kill() };
  } catch (error) {
    await firefox.kill();
    throw error;
  }
}
