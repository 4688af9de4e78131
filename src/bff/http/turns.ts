/**
 * Turns: work that takes milliseconds is done in a turn of the event loop of its own, one piece after another. Between two
 * turns the process receives and answers other requests, so that sixty expensive requests at once make everybody else
 * wait for one of them and not for sixty (design §13).
 *
 * There is one queue in a process, since there is one event loop.
 */

const waiting: (() => void)[] = [];
let startedAt = 0;

/** Milliseconds after which a longer piece of work lets others go first. */
const longTurn = 20;

function start(): void {
	const begin = waiting.shift();
	// The next turn begins after the event loop has looked for requests.
	if (waiting.length > 0) setImmediate(start);
	startedAt = performance.now();
	begin?.();
}

/** Waits for a turn, in the order of the calls. What follows without waiting for anything else is the turn. */
export function nextTurn(): Promise<void> {
	return new Promise((resolve) => {
		waiting.push(resolve);
		if (waiting.length === 1) setImmediate(start);
	});
}

/** For loops over what others have sent: waits for another turn when this one has lasted for 20 ms. */
export async function nextTurnIfLong(): Promise<void> {
	if (performance.now() - startedAt > longTurn) await nextTurn();
}
