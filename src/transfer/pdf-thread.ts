/** A worker that parses PDF files. The import is enough: the module replies to pdf.js, which runs in the page. */
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';
