new Worker('worker.js');
