/** Ports for servers of tests that must start again on the same one, or whose port others must know beforehand. */
import { freePort as freePortBetween } from '../src/cli/free-port.ts';

/** Vitest and Playwright number their processes. Each takes ports of its own, and `PORT=0` takes none of these. */
const worker = Number(process.env.TEST_PARALLEL_INDEX ?? process.env.VITEST_POOL_ID ?? 0) % 19;
const portsOfWorker = 500;
/** Above 10080, which browsers and fetch refuse to open, and below the ports of `npm start`. */
const from = 10_500 + worker * portsOfWorker;

/** A port that nothing uses now, and that neither another test nor a connection takes by chance. */
export const freePort = (): Promise<number> =>
	freePortBetween('127.0.0.1', { from, to: from + portsOfWorker });
