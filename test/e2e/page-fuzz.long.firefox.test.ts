// `npm test` runs this in Chromium only, because starting another browser takes longer than the test.
import './page-fuzz.chromium.test.ts';
