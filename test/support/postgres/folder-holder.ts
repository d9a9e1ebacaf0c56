import { openDataFolder } from '../../../src/server/data-folder/data-folder.ts';

/**
 * A process that tries to lock the folder in its first argument, prints the result, and keeps the lock until it is
 * killed.
 */
try {
  await openDataFolder(process.argv[2]!);
  console.log('took it');
  setInterval(() => {}, 60_000);
} catch (error) {
  console.log((error as Error).message);
}
