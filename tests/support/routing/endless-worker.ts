/** A solver that never ends, for the tests of its worker threads. */
import { parentPort } from 'node:worker_threads'

parentPort?.postMessage({ used: 0.1 })
for (;;);
