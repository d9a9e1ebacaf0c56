/** A worker that parses PDF files. The import is enough: the module listens for the messages of pdf.js in the page. */
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';
