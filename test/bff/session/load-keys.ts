/** In a worker: waits for the others, then loads the session keys of each folder. */
import { parentPort, workerData } from 'node:worker_threads';
import { loadSessionKeys } from '../../../src/bff/session/encryption.ts';

const { folders, gate, workers } = workerData as {
	folders: string[];
	gate: Int32Array<SharedArrayBuffer>;
	workers: number;
};

const keys = folders.map((folder, round) => {
	// Every worker spins until the last one has started, so that all begin at the same time.
	Atomics.add(gate, round, 1);
	while (Atomics.load(gate, round) < workers);
	try {
		return loadSessionKeys([], folder).join();
	} catch (error) {
		return `failed: ${String(error)}`;
	}
});
parentPort?.postMessage(keys);
