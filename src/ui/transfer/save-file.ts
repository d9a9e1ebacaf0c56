/** Saves a file as a download, which needs no permission. */
export function saveFile(name: string, file: Blob): void {
  const href = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href, download: name }).click();
  URL.revokeObjectURL(href);
}
