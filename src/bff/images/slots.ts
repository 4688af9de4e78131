/** Bounds how much work of one kind runs at once, how much waits, and for how long. */

/** Thrown when too much work waits already, or the work has waited too long: nothing of it was done. */
export class OverloadedError extends Error {
	constructor() {
		super('too much work at once');
		this.name = 'OverloadedError';
	}
}

/** Seconds after which work that was not done may be asked for again, as the header has them. */
export const retryAfter = '5';

export interface SlotLimits {
	/** Works that run at once, in all and of one group. */
	running: number;
	runningOfGroup: number;
	/** Works that wait. */
	waiting: number;
	/** Milliseconds that a work waits. */
	patience: number;
}

interface Waiting {
	group: string;
	start: () => void;
}

export interface Slots {
	/**
	 * Runs work when there is a slot for it, in the order of the calls.
	 *
	 * @param group works of one group cannot take every slot, so that a slow group delays only itself
	 * @throws OverloadedError without having started, or what the work throws
	 */
	run<Result>(group: string, work: () => Promise<Result>): Promise<Result>;
}

export function createSlots(limits: SlotLimits): Slots {
	const running = new Map<string, number>();
	let total = 0;
	const waiting: Waiting[] = [];

	const isFree = (group: string) =>
		total < limits.running && (running.get(group) ?? 0) < limits.runningOfGroup;
	const take = (group: string) => {
		total += 1;
		running.set(group, (running.get(group) ?? 0) + 1);
	};
	const release = (group: string) => {
		total -= 1;
		const left = (running.get(group) ?? 1) - 1;
		if (left === 0) running.delete(group);
		else running.set(group, left);
		const index = waiting.findIndex((each) => isFree(each.group));
		if (index !== -1) waiting.splice(index, 1)[0]?.start();
	};

	const waitForSlot = (group: string) =>
		new Promise<void>((resolve, reject) => {
			const timer = setTimeout(() => {
				waiting.splice(waiting.indexOf(entry), 1);
				reject(new OverloadedError());
			}, limits.patience);
			const entry: Waiting = {
				group,
				start: () => {
					clearTimeout(timer);
					take(group);
					resolve();
				},
			};
			waiting.push(entry);
		});

	return {
		async run(group, work) {
			if (isFree(group)) take(group);
			else if (waiting.length >= limits.waiting) throw new OverloadedError();
			else await waitForSlot(group);
			try {
				return await work();
			} finally {
				release(group);
			}
		},
	};
}
