import { constants, cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { spawnSync } from 'node:child_process';
import { removeFolder, temporaryFolder } from '../temporary.ts';
import { until } from '../until.ts';
import { Marionette } from './marionette.ts';
import { startFirefox } from './process.ts';

/**
 * The environment variable with the path of the prepared profile. New profiles are copies of this profile with its
 * caches. Without caches, Firefox takes three times as long to start.
 */
const variable = 'COMMONPLACE_TEST_FIREFOX_PROFILE';

const perRunFiles = ['lock', '.parentlock', 'MarionetteActivePort', 'user.js'];

export function fillProfile(profile: string): void {
  const template = process.env[variable];
  if (template !== undefined && readdirSync(profile).length === 0)
    cpSync(template, profile, { recursive: true, mode: constants.COPYFILE_FICLONE });
}

/** Prepares a profile for all later tests, once for each version of Firefox. */
export async function prepareProfile(executable: string): Promise<void> {
  const version = spawnSync(executable, ['--version'], { encoding: 'utf8' }).stdout.trim().replaceAll(/\W+/g, '-');
  const template = resolve('node_modules/.cache', `profile-${version}`);
  if (!existsSync(template)) await makeTemplate(executable, template);
  process.env[variable] = template;
}

async function makeTemplate(executable: string, template: string): Promise<void> {
  const profile = temporaryFolder('firefox-template');
  const { port, kill } = await startFirefox(executable, profile, {}, ['--headless'], process.env);
  const connection = await until('Marionette', () => Marionette.connect(port));
  await connection.send('WebDriver:NewSession', { capabilities: { alwaysMatch: {} } });
  // Firefox writes this cache when idle. Without the cache, the profile still works but saves little time.
  await until('the script cache', () => existsSync(join(profile, 'startupCache', 'scriptCache.bin')), 30_000).catch(
    () => undefined,
  );
  await connection.send('Marionette:Quit', { flags: ['eForceQuit'] }).catch(() => undefined);
  await kill();
  connection.close();
  for (const name of perRunFiles) rmSync(join(profile, name), { force: true });
  mkdirSync(resolve(template, '..'), { recursive: true });
  const copy = `${template}.${process.pid}`;
  cpSync(profile, copy, { recursive: true });
  // Another run may have created the template first.
  if (existsSync(template)) rmSync(copy, { recursive: true });
  else renameSync(copy, template);
  removeFolder(profile);
}
