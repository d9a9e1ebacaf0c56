import { say } from '../../scripts/say.ts';
import { servePlayground } from './serve.ts';

/** Serves a page to try out sync: `npm run sync:playground`. */
const { url } = await servePlayground();
say(`Open ${url}. Press Ctrl C to stop.`);
