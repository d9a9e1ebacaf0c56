export const pdfType = 'application/pdf';

/** Whether an address looks like that of a PDF. Used for pages that no script may read. */
export const isPdfAddress = (url: string | undefined): boolean => /^[^?#]+\.pdf(?:[?#]|$)/i.test(url ?? '');
