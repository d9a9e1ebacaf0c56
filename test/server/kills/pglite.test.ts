import { onTestFinished } from 'vitest';
import { removeFolder, temporaryFolder } from '../../../scripts/browsers/temporary.ts';
import { killsOn } from './kills.ts';

// An empty folder: the making of the database is to be killed too.
killsOn('PGlite', async () => {
  const folder = temporaryFolder('kills');
  onTestFinished(() => removeFolder(folder));
  return { folder, env: { DATABASE_URL: '' } };
});
