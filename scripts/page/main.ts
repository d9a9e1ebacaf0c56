import { say } from '../say.ts';
import { buildPage, pageFolder } from './build.ts';

say((await buildPage()) ? `Built in ${pageFolder}: the server's page.` : 'The server’s page is built.');
