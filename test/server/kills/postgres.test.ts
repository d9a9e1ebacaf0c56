import { onTestFinished } from 'vitest';
import { newDatabase } from '../../support/postgres/database.ts';
import { killsOn } from './kills.ts';

killsOn('PostgreSQL', async () => {
  const { url, drop } = await newDatabase();
  onTestFinished(drop);
  return { env: { DATABASE_URL: url } };
});
