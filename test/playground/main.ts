import { say } from '../../scripts/say.ts';
import { servePlayground } from './serve.ts';

/** A page to try sync in: `npm run sync:playground`. */
const { url } = await servePlayground();
say(`Open ${url}. Ctrl C ends it.`);
