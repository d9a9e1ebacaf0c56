import { openDataFolder } from '../../../src/server/data-folder/data-folder.ts';

/** A process that takes the folder named by its first argument, says how that went, and keeps it until it is ended. */
try {
  await openDataFolder(process.argv[2]!);
  console.log('took it');
  setInterval(() => {}, 60_000);
} catch (error) {
  console.log((error as Error).message);
}
