import { appendFileSync, globSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserKind } from '../../scripts/browsers/index.ts';

/** The folder of the LevelDB in which Chromium stores all databases of the extension. */
function levelDb(profile: string): string {
  const [folder] = globSync(join(profile, 'Default', 'IndexedDB', 'chrome-extension_*.indexeddb.leveldb'));
  if (folder === undefined) throw new Error(`No extension has stored anything in ${profile}`);
  return folder;
}

/**
 * The folders of the LevelDBs in which Chromium stores the origins and names of files in the origin private file
 * system.
 */
function fileNameDatabases(profile: string): string[] {
  const folders = globSync(join(profile, 'Default', 'File System', '{Origins,*/t/Paths}'));
  if (folders.length < 2) throw new Error(`No extension has created a file in ${profile}`);
  return folders;
}

/**
 * Simulates a kill between the two system calls with which LevelDB writes a record: appends a header of seven bytes
 * (checksum, length, type) without its data to the log of each of these LevelDBs: the one with the extension's
 * databases, and those with the names of files. The browser must not be running.
 */
export function tearRecords(profile: string): void {
  for (const folder of [levelDb(profile), ...fileNameDatabases(profile)]) appendFileSync(newestLog(folder), tornHeader);
}

/**
 * Ensures that records follow the torn record in the log of the extension's databases. If the log ends with its torn
 * record, or has no torn record because the last start began a new log, appends a torn record and a copy of the log.
 */
export function ensureTornMidway(profile: string): void {
  const log = newestLog(levelDb(profile));
  const records = readFileSync(log);
  const at = records.indexOf(tornHeader);
  if (at === -1 || at + tornHeader.length === records.length) appendFileSync(log, Buffer.concat([tornHeader, records]));
}

const tornHeader = Buffer.from([1, 2, 3, 4, 200, 0, 1]);

function newestLog(folder: string): string {
  const [newest = ''] = globSync(join(folder, '*.log')).sort(
    (one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs,
  );
  return newest;
}

/** Deletes LevelDB's manifest, so that the extension's databases can't be opened. The browser must not be running. */
export function removeManifest(profile: string): void {
  for (const file of globSync(join(levelDb(profile), 'MANIFEST-*'))) rmSync(file);
}

export const levelDbLog = (profile: string): string => readFileSync(join(levelDb(profile), 'LOG'), 'utf8');

/** Deletes every database of the extension and no other file. The browser must not be running. */
export function removeIndexedDb(kind: BrowserKind, profile: string): void {
  const pattern = {
    chromium: join('Default', 'IndexedDB', 'chrome-extension_*'),
    firefox: join('storage', 'default', 'moz-extension*', 'idb'),
  };
  const folders = globSync(join(profile, pattern[kind]));
  if (folders.length === 0) throw new Error(`No extension has stored anything in ${profile}`);
  for (const folder of folders) rmSync(folder, { recursive: true });
}
