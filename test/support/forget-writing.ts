/** Runs in an own page: forgets drafts and the search text, so that the next popup begins afresh. */
export async function forgetWriting(): Promise<void> {
  // What is still to be written when the page ends.
  Storage.prototype.setItem = () => {};
  localStorage.clear();
  const { chrome } = globalThis as unknown as {
    chrome: { storage: { session: { remove(key: string): Promise<void> } } };
  };
  await chrome.storage.session.remove('searchText');
}
