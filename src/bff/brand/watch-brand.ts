/** Reloads the brand when its folder changes, for `npm run dev`. */
import { watch } from 'node:fs';
import type { Brand, CurrentBrand } from './brand.ts';
import { readBrand } from './read-brand.ts';

/** Editors save a file in several steps. */
const settlingMs = 100;

interface WatchedBrand {
	current: CurrentBrand;
	close(): void;
}

/**
 * @param report gets the new brand, or the error (often a BrandError); after an error the old brand stays
 * @throws BrandError if the folder has mistakes at startup
 */
export async function watchBrand(
	folder: string,
	report: (result: Brand | Error) => void,
): Promise<WatchedBrand> {
	let brand = await readBrand(folder);
	let timer: NodeJS.Timeout | undefined;
	const readAgain = async () => {
		try {
			const next = await readBrand(folder);
			if (next.version === brand.version) return;
			brand = next;
			report(next);
		} catch (error) {
			report(error instanceof Error ? error : new Error(String(error)));
		}
	};
	const watcher = watch(folder, { recursive: true }, () => {
		clearTimeout(timer);
		timer = setTimeout(() => void readAgain(), settlingMs);
	});
	return {
		current: () => brand,
		close: () => {
			clearTimeout(timer);
			watcher.close();
		},
	};
}
