import { join } from 'node:path';
import type { Folders } from '../../src/server/config.ts';
import { dataFolder } from '../browsers/folders.ts';

export const pageFolder = '.output/page';

/** npm runs scripts in the repository and passes the user's folder in INIT_CWD. */
export const folders: Folders = {
  defaultFolder: join(dataFolder(), 'server'),
  base: process.env['INIT_CWD'] ?? process.cwd(),
};
