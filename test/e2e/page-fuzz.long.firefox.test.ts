// In `npm test`, Chromium alone shows it: starting another browser takes longer than the messages.
import './page-fuzz.chromium.test.ts';
