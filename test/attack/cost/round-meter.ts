/** How long the event loop is occupied at a time, as CPU time of its thread: other work on the machine does not count. */

export interface RoundMeter {
	/** CPU time in milliseconds of the longest round since the last call. */
	take(): number;
}

/** Begins to measure in this thread. A round is all that runs between two looks for requests, so anybody may wait for it. */
export function startRoundMeter(): RoundMeter {
	let longest = 0;
	let before = process.threadCpuUsage();
	// A timer of 1 ms comes once in each round that is longer, and hardly costs anything in between.
	setInterval(() => {
		const { user, system } = process.threadCpuUsage(before);
		before = process.threadCpuUsage();
		longest = Math.max(longest, (user + system) / 1_000);
	}, 1).unref();
	return {
		take() {
			const taken = longest;
			longest = 0;
			return taken;
		},
	};
}
