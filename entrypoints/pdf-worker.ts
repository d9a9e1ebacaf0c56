import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import '../src/transfer/pdf-thread.ts';

/** The worker that parses PDF files. */
export default defineUnlistedScript(() => {});
