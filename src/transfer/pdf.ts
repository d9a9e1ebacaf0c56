import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Why a PDF file has no text to save: it needs a password, is only pictures, is damaged, or isn't a PDF. */
export type PdfProblem = 'encrypted' | 'scanned' | 'broken';

export class UnreadablePdf extends Error {
  readonly problem: PdfProblem;

  constructor(problem: PdfProblem, options?: ErrorOptions) {
    super(problem, options);
    this.problem = problem;
  }
}

export interface PdfText {
  title?: string | undefined;
  author?: string | undefined;
  /** The text, with a line `[Page n]` before each page that has text. */
  content: string;
  /** Where each page begins in `content`. A page without text begins where the next one does. */
  pageStarts: number[];
}

interface PdfParts {
  /** Runs the parser. Default: the current thread, as in tests. */
  worker?: Worker;
  /** The URL of pdf.js's CMaps, the tables of East Asian encodings. */
  cMapUrl?: string;
}

/** Reads the text of a PDF file. @throws UnreadablePdf */
export async function readPdf(data: Uint8Array<ArrayBuffer>, { worker, cMapUrl }: PdfParts = {}): Promise<PdfText> {
  const { getDocument, PasswordException, PDFWorker, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const loading = getDocument({
    data,
    verbosity: VerbosityLevel.ERRORS,
    ...(worker && { worker: PDFWorker.create({ port: worker }) }),
    ...(cMapUrl !== undefined && { cMapUrl, cMapPacked: true }),
  });
  try {
    return await textOf(await loading.promise);
  } catch (error) {
    if (error instanceof UnreadablePdf) throw error;
    throw new UnreadablePdf(error instanceof PasswordException ? 'encrypted' : 'broken', { cause: error });
  } finally {
    await loading.destroy();
  }
}

async function textOf(file: PDFDocumentProxy): Promise<PdfText> {
  const { info } = await file.getMetadata();
  const { Title: title, Author: author } = info as { Title?: unknown; Author?: unknown };
  const pageStarts: number[] = [];
  let content = '';
  for (let number = 1; number <= file.numPages; number++) {
    const page = await file.getPage(number);
    const text = await textOfPage(page);
    page.cleanup();
    pageStarts.push(content.length);
    if (text !== '') content += `[Page ${number}]\n\n${text}\n\n`;
  }
  if (content === '') throw new UnreadablePdf('scanned');
  return {
    title: typeof title === 'string' ? title.trim() || undefined : undefined,
    author: typeof author === 'string' ? author.trim() || undefined : undefined,
    content: content.trimEnd(),
    pageStarts,
  };
}

/** A gap of more than this many line heights between two lines begins a paragraph. */
const paragraphGap = 1.7;

async function textOfPage(page: PDFPageProxy): Promise<string> {
  const { items } = await page.getTextContent();
  const lines: { text: string; top: number; height: number }[] = [];
  let startsLine = true;
  for (const item of items) {
    if (!('str' in item)) continue;
    const last = lines.at(-1);
    if (startsLine || last === undefined)
      lines.push({ text: item.str, top: Number(item.transform[5]), height: item.height });
    else [last.text, last.height] = [last.text + item.str, Math.max(last.height, item.height)];
    startsLine = item.hasEOL;
  }
  let text = '';
  let above: (typeof lines)[number] | undefined;
  for (const line of lines) {
    if (line.text.trim() === '') continue;
    const startsParagraph = above !== undefined && Math.abs(above.top - line.top) > paragraphGap * above.height;
    if (above === undefined) text = line.text;
    else if (startsParagraph) text = `${text.trimEnd()}\n\n${line.text}`;
    // A word hyphenated across two lines.
    else if (/\p{Ll}-$/u.test(text) && /^\p{Ll}/u.test(line.text)) text = text.slice(0, -1) + line.text;
    else text = `${text.trimEnd()} ${line.text}`;
    above = line;
  }
  return text.trim();
}
