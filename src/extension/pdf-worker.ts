import { readPdf, type PdfText } from '../transfer/pdf.ts';
import { workerAddresses } from './worker-addresses.ts';

let addressOf: ((path: string) => string) | undefined;

/** Reads the text of a PDF in a worker, which is then ended. @throws UnreadablePdf */
export async function readPdfInWorker(data: Uint8Array<ArrayBuffer>): Promise<PdfText> {
  addressOf ??= workerAddresses();
  const worker = new Worker(addressOf('pdf-worker.js'));
  try {
    return await readPdf(data, { worker, cMapUrl: '/cmaps/' });
  } finally {
    worker.terminate();
  }
}
