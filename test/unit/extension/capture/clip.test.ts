import { expect, test } from 'vitest';
import { pdfNameIn } from '../../../../src/extension/capture/clip.ts';

test.each([
  ['https://example.org/a/Annual%20report.PDF?x=1#page=2', 'Annual report'],
  ['https://example.org/100%.pdf', '100%'],
  ['https://example.org/report', ''],
  [undefined, ''],
])('the name of the PDF at %s is "%s"', (url, name) => {
  expect(pdfNameIn(url)).toBe(name);
});
