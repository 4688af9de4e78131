/** What a cache really takes: the memory that is left after a garbage collection, before and after it is filled. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

async function bytesInUse(): Promise<number> {
	// Finalizers run between tasks, and what they free is collected the next time.
	for (let round = 0; round < 3; round++) {
		collect();
		await new Promise((resolve) => setImmediate(resolve));
	}
	const { heapUsed, external } = process.memoryUsage();
	return heapUsed + external;
}

/** Bytes that are in use after `fill` and were not before. @param fill must keep nothing that is not measured */
export async function heapGrowth(fill: () => unknown): Promise<number> {
	const before = await bytesInUse();
	await fill();
	return (await bytesInUse()) - before;
}
