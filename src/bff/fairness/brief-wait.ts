/** Longer than a reply takes even if this machine is busy, and short enough to wait for several replies in a row. */
const briefMs = 500;

/**
 * Returns a function that waits for commands only while Redis replies quickly. Returns undefined for a command that fails
 * or is slow; Redis may still run it.
 */
export function createBriefWait() {
	let isSlow = false;
	return <Result>(command: Promise<Result>): Promise<Result | undefined> =>
		new Promise((resolve) => {
			const begun = performance.now();
			let hasEnded = false;
			const giveUp = () => {
				if (!hasEnded) isSlow = true;
				resolve(undefined);
			};
			if (isSlow) giveUp();
			// If this process was busy, the reply may have arrived already: read it first.
			const timer = setTimeout(() => setImmediate(giveUp), briefMs);
			const end = (result?: Result) => {
				hasEnded = true;
				clearTimeout(timer);
				if (performance.now() - begun < briefMs) isSlow = false;
				resolve(result);
			};
			command.then(end, () => end());
		});
}
