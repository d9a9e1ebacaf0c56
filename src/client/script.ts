import { Commonplace } from './package/commonplace.ts';

/** The client as one script tag: it defines `Commonplace`. */
Object.assign(globalThis, { Commonplace });
