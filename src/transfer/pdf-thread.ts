/** A worker that parses PDF files. The import is enough: it listens for the messages of the pdf.js in the page. */
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';
