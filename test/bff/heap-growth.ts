/** Measures the memory of a cache: the heap after a garbage collection, before and after the cache is filled. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

async function bytesInUse(): Promise<number> {
	// Finalizers run between tasks, so what they free is collected next time.
	for (let round = 0; round < 3; round++) {
		collect();
		await new Promise((resolve) => setImmediate(resolve));
	}
	const { heapUsed, external } = process.memoryUsage();
	return heapUsed + external;
}

/** Bytes in use after `fill`, minus those before. @param fill must keep nothing that is not to be measured */
export async function heapGrowth(fill: () => unknown): Promise<number> {
	const before = await bytesInUse();
	await fill();
	return (await bytesInUse()) - before;
}
