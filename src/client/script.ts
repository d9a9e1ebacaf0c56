import { Commonplace } from './package/commonplace.ts';
import { formatForPrompt } from './package/prompt.ts';

/** The client as one script tag. */
Object.assign(globalThis, { Commonplace, formatForPrompt });
