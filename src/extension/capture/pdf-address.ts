export const pdfType = 'application/pdf';

/** Whether an address seems to be that of a PDF; for one that no script may read. */
export const isPdfAddress = (url: string | undefined): boolean => /^[^?#]+\.pdf(?:[?#]|$)/i.test(url ?? '');
