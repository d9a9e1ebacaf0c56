import { expect, test } from 'vitest';
import { readPdfFiles } from '../../../src/transfer/pdf-items.ts';
import { readPdf } from '../../../src/transfer/pdf.ts';
import { pagedParts } from '../../../src/transfer/text-parts.ts';
import { pdfFile } from '../../support/pdf-file.ts';

test('reads the text of a PDF with page numbers, and joins lines into paragraphs', async () => {
  const { title, author, content, pageStarts } = await readPdf(
    pdfFile([['The ferry leaves at nine', 'from the old har-', 'bour.', '', '', 'Bring a coat.'], [], ['Kestrel.']]),
  );
  expect([title, author]).toEqual(['The ferry', 'E. Okafor']);
  expect(content).toBe(
    '[Page 1]\n\nThe ferry leaves at nine from the old harbour.\n\nBring a coat.\n\n[Page 3]\n\nKestrel.',
  );
  expect(pageStarts.map((start) => content.slice(start, start + 8))).toEqual(['[Page 1]', '[Page 3]', '[Page 3]']);
});

test.each([
  ['needs a password', pdfFile([['x']], { encrypted: true }), 'encrypted'],
  ['has only pictures', pdfFile([[], []]), 'scanned'],
  ['is cut short', pdfFile([['x']]).slice(0, 60), 'broken'],
  ['isn’t a PDF', new TextEncoder().encode('<html>Log in'), 'broken'],
])('rejects a file that %s', async (_, data, problem) => {
  await expect(readPdf(data)).rejects.toMatchObject({ problem });
});

test('gives each part of a long PDF the number of the page on which it begins', () => {
  const pages = Array.from({ length: 5 }, (_, index) => `[Page ${index + 1}]\n\n${'word '.repeat(6_000).trim()}\n\n`);
  const starts = pages.map((_, index) => pages.slice(0, index).join('').length);
  const parts = pagedParts(pages.join(''), starts);
  expect(parts.map(({ page }) => page)).toEqual([1, 3, 5]);
  expect(
    parts
      .map(({ content }) => content)
      .join('')
      .replaceAll(/\s/g, ''),
  ).toBe(pages.join('').replaceAll(/\s/g, ''));
});

test('removes the character U+0000 from the text, title and author of an imported PDF', async () => {
  const text = async () => ({
    content: '[Page 1]\n\nHer\0on.',
    pageStarts: [0],
    title: 'The\0 ferry',
    author: 'E.\0 O.',
  });
  const items = await Array.fromAsync(readPdfFiles([new File(['x'], 'ferry.pdf')], text));
  expect(items).toMatchObject([
    { memory: { content: '[Page 1]\n\nHeron.', title: 'The ferry', capture: { author: 'E. O.' } } },
  ]);
});

test('imports chosen PDF files with the same ids each time, and names files without text', async () => {
  const lastModified = Date.parse('2026-03-01T10:00:00.000Z');
  const files = [
    new File([pdfFile([['Heron.']])], 'ferry.pdf', { lastModified }),
    new File([pdfFile([[]])], 'scan.pdf', { lastModified }),
  ];
  const read = () => Array.fromAsync(readPdfFiles(files, (data) => readPdf(data)));
  const items = await read();
  expect(items).toMatchObject([
    {
      memory: {
        content: '[Page 1]\n\nHeron.',
        title: 'The ferry',
        capture: { kind: 'pdf', author: 'E. Okafor', page: 1 },
        createdAt: '2026-03-01T10:00:00.000Z',
      },
    },
    { problem: { where: 'scan.pdf', reason: 'It has only pictures of its pages, no text.' } },
  ]);
  expect(await read()).toEqual(items);
});
