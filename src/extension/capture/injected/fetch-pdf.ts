/** The bytes of a PDF file in base64, or why there are none. */
export type FetchedPdf = { data: string } | { missing: 'unavailable' | 'tooLarge' };

/**
 * Fetches the PDF that this page shows; null if the page isn't a PDF. Scripts of this extension may use `fetch` only in
 * the page of a browser's PDF viewer, and only for the file that the viewer shows. The function uses nothing from
 * outside itself, because the browser sends only its source text.
 */
export async function fetchPdf(maxBytes: number): Promise<FetchedPdf | null> {
  if (document.contentType !== 'application/pdf') return null;
  try {
    const response = await fetch(location.href, { cache: 'force-cache', credentials: 'same-origin' });
    if (!response.ok) return { missing: 'unavailable' };
    const file = await response.blob();
    if (file.size > maxBytes) return { missing: 'tooLarge' };
    const address = await new Promise<string>((resolve, reject) => {
      const reader = new FileReader();
      reader.addEventListener('load', () => resolve(reader.result as string));
      reader.addEventListener('error', () => reject(reader.error ?? new Error('The file could not be read.')));
      reader.readAsDataURL(file);
    });
    return { data: address.slice(address.indexOf(',') + 1) };
  } catch {
    return { missing: 'unavailable' };
  }
}
