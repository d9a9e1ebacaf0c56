/** Runs in a page of the extension: deletes the stored drafts and search text, so that the next popup starts empty. */
export async function clearTypedText(): Promise<void> {
  // Keeps the page from storing its drafts again when it closes.
  Storage.prototype.setItem = () => {};
  localStorage.clear();
  const { chrome } = globalThis as unknown as {
    chrome: { storage: { session: { remove(key: string): Promise<void> } } };
  };
  await chrome.storage.session.remove('searchText');
}
