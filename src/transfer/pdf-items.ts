import { limits } from '../v1/limits.ts';
import { checkItem } from './check-item.ts';
import type { Item } from './item.ts';
import { UnreadablePdf, type PdfProblem, type PdfText } from './pdf.ts';
import { stableId } from './stable-id.ts';
import { pagedParts, partTitle } from './text-parts.ts';

export type ReadPdf = (data: Uint8Array<ArrayBuffer>) => Promise<PdfText>;

const reasons: Record<PdfProblem, string> = {
  encrypted: 'It needs a password.',
  scanned: 'It has only pictures of its pages, no text.',
  broken: 'It is damaged, or it isn’t a PDF.',
};

/** The texts of PDF files. Importing the same file again gives the same memories. */
export async function* readPdfFiles(files: Iterable<File>, read: ReadPdf): AsyncGenerator<Item> {
  for (const file of files) {
    try {
      yield* itemsOf(file, await read(new Uint8Array(await file.arrayBuffer())));
    } catch (error) {
      if (!(error instanceof UnreadablePdf)) throw error;
      yield { problem: { where: file.name, reason: reasons[error.problem] } };
    }
  }
}

function* itemsOf(file: File, { content, pageStarts, title, author }: PdfText): Generator<Item> {
  const at = new Date(file.lastModified).toISOString();
  const parts = pagedParts(content.toWellFormed(), pageStarts).map((part) => ({
    ...part,
    content: withoutNul(part.content),
  }));
  for (const [index, { content: text, page }] of parts.entries())
    yield checkItem(
      {
        id: stableId('mem', file.lastModified, file.name, String(index), text),
        content: text,
        source: 'import:pdf',
        title: partTitle(withoutNul(title ?? file.name.replace(/\.pdf$/i, '')), index, parts.length),
        capture: {
          kind: 'pdf',
          ...(author !== undefined && {
            author: [...withoutNul(author)].slice(0, limits.creditCharacters).join('').trim(),
          }),
          ...(page !== undefined && { page }),
        },
        version: 1,
        createdAt: at,
        updatedAt: at,
      },
      file.name,
    );
}

/** Without U+0000, which a memory can't contain. Fonts of some PDFs map glyphs to it. */
const withoutNul = (text: string) => text.replaceAll('\0', '');
