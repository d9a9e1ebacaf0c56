import { say } from '../say.ts';
import { pageFolder } from '../serve/folders.ts';
import { buildPage } from './build.ts';

say((await buildPage()) ? `Built in ${pageFolder}: the server's page.` : 'The server’s page is up to date.');
