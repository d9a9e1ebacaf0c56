/*
 * Put before the engine's own code in a copy of the built extension: it watches the engine's write transactions, and can hold one open.
 * A test talks to it over a BroadcastChannel (../index.ts). `faults` are the negative controls: what a careless store would do.
 */
(() => {
  const watched = 'commonplace';
  const channel = new BroadcastChannel('watched-transactions');
  const faults = self.plantedFaults ?? [];
  const state = { writes: [], hold: false, turnsHeld: 0 };
  const commits = new Map();

  const begin = IDBDatabase.prototype.transaction;
  IDBDatabase.prototype.transaction = function (names, mode, options) {
    const asked = faults.includes('relaxed') ? { ...options, durability: 'relaxed' } : options;
    const transaction = begin.call(this, names, mode, asked);
    if (mode === 'readwrite' && this.name === watched) {
      state.writes.push(transaction.durability);
      if (state.hold) keepOpen(transaction);
    }
    return transaction;
  };

  /** A transaction with a request under way does not end. */
  function keepOpen(transaction) {
    commits.set(transaction, false);
    const store = transaction.objectStore(transaction.objectStoreNames[0]);
    const turn = () => {
      state.turnsHeld++;
      if (faults.includes('answers early') && state.turnsHeld === 100) transaction.dispatchEvent(new Event('complete'));
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
