/** Long lists in parts: a look at each of thousands of events takes longer than a turn may last. */
import { nextTurnIfLong } from './turns.ts';

/** Waits where other work may go first. */
export type Pause = () => Promise<void>;

/**
 * @param size elements of a part, which should take a few milliseconds
 * @param pause called before each part but the first
 */
export async function* inParts<Item>(
	items: readonly Item[],
	size: number,
	pause: Pause = nextTurnIfLong,
): AsyncGenerator<readonly Item[]> {
	for (let start = 0; start < items.length; start += size) {
		if (start > 0) await pause();
		yield items.slice(start, start + size);
	}
}
