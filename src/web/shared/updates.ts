/** Passes new versions of the app from `register-worker.ts` to the shell, whichever is ready first. */

/** Reloads the page with the new version. */
export type Load = () => void;

export interface Updates {
	offer(load: Load): void;
	/** Also calls back for a version that is already waiting. @returns unsubscribe */
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
