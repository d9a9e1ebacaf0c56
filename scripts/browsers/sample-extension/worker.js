navigator.locks.request('sample-worker', () => new Promise(() => {}));
