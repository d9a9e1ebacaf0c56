import { Commonplace } from './package/commonplace.ts';
import { formatForPrompt } from './package/prompt.ts';

/** The client for a script tag, without a bundler. */
Object.assign(globalThis, { Commonplace, formatForPrompt });
