/** The disk or the browser's quota is full; nothing of the transaction was kept. */
export class StorageFull extends Error {
  override readonly name = 'StorageFull';
}

/** The store can't be reached now. The message says what a person can do about it. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}
