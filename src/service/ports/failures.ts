/** The disk or the browser's quota is full; the transaction was rolled back. */
export class StorageFull extends Error {
  override readonly name = 'StorageFull';
}

/** The store can't be reached now. The message tells the user what to do. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}
