import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { offerReader } from '../src/extension/reader/reader.ts';

/** Reads pages; injected on the user's click. */
export default defineUnlistedScript(offerReader);
