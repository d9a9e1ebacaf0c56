/** Parses PDF files in a worker: pdf.js listens for its own messages as soon as this is loaded. */
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';
