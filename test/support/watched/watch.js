/*
 * Runs before the engine's code in a copy of the built extension. Watches the engine's write transactions and can keep
 * one open, as a test asks over a BroadcastChannel (./index.ts). With `plantedFaults`, a test proves that it would
 * notice such a fault.
 */
(() => {
  const watched = 'commonplace';
  const channel = new BroadcastChannel('watched-transactions');
  const faults = self.plantedFaults ?? [];
  const state = { writes: [], hold: '', turnsHeld: 0 };
  const commits = new Map();

  const begin = IDBDatabase.prototype.transaction;
  IDBDatabase.prototype.transaction = function (names, mode, options) {
    const changed = faults.includes('relaxed') ? { ...options, durability: 'relaxed' } : options;
    const transaction = begin.call(this, names, mode, changed);
    if (mode === 'readwrite' && this.name === watched) state.writes.push(transaction.durability);
    return transaction;
  };

  // Other transactions, such as those of the engine's own upkeep, aren't held: the save would have to wait for them.
  for (const method of ['add', 'put']) {
    const write = IDBObjectStore.prototype[method];
    IDBObjectStore.prototype[method] = function (value, ...key) {
      const { transaction } = this;
      const isHeld = transaction.db.name === watched && state.hold !== '' && !commits.has(transaction);
      if (isHeld && JSON.stringify(value).includes(state.hold)) keepOpen(transaction);
      return write.call(this, value, ...key);
    };
  }

  /** Keeps a transaction open while `hold` is set, by one request after another: it can't end while one is pending. */
  function keepOpen(transaction) {
    commits.set(transaction, false);
    const store = transaction.objectStore(transaction.objectStoreNames[0]);
    const turn = () => {
      state.turnsHeld++;
      if (faults.includes('confirms early') && state.turnsHeld === 100)
        transaction.dispatchEvent(new Event('complete'));
      if (state.hold) store.count('').onsuccess = turn;
      else if (commits.get(transaction)) commit.call(transaction);
    };
    turn();
  }

  const commit = IDBTransaction.prototype.commit;
  IDBTransaction.prototype.commit = function () {
    if (state.hold && commits.has(this)) commits.set(this, true);
    else commit.call(this);
  };

  channel.onmessage = ({ data: { id, hold } }) => {
    if (hold !== undefined) state.hold = hold;
    channel.postMessage({ answers: id, state: { ...state } });
  };
})();
