import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { runBridge } from '../src/extension/bridge/run.ts';

/** The content script of connected sites. */
export default defineUnlistedScript(runBridge);
