/** New versions of the app, from the code that finds them (`register-worker.ts`) to the page that offers them. */

/** Makes the page use the new version. */
export type Load = () => void;

export interface Updates {
	/** A new version waits. */
	offer(load: Load): void;
	/**
	 * Calls back when a new version waits, also when that is known already.
	 *
	 * @returns what ends the subscription
	 */
	onUpdate(show: (load: Load) => void): () => void;
}

export function createUpdates(): Updates {
	const listeners = new Set<(load: Load) => void>();
	let last: Load | undefined;
	return {
		offer(load) {
			last = load;
			for (const show of listeners) show(load);
		},
		onUpdate(show) {
			listeners.add(show);
			if (last !== undefined) show(last);
			return () => listeners.delete(show);
		},
	};
}
