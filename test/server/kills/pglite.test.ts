import { onTestFinished } from 'vitest';
import { removeFolder } from '../../../scripts/browsers/temporary.ts';
import { emptyDataFolder } from '../../../scripts/postgres/pglite-folder.ts';
import { killsOn } from './kills.ts';

// An empty folder, so that some kills also interrupt the creation of the database.
killsOn('PGlite', async () => {
  const folder = emptyDataFolder();
  onTestFinished(() => removeFolder(folder));
  return { folder, env: { DATABASE_URL: '' } };
});
