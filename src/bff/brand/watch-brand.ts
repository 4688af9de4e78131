/** Reloads the brand when its folder changes, for `npm run dev`. */
import { watch } from 'node:fs';
import type { Brand } from './brand.ts';
import { readBrand } from './read-brand.ts';

/** Delay before reloading, because editors save a file in several steps. */
const settlingMs = 100;

/**
 * @param report receives the new brand, or the error (often a BrandError); the old brand then stays in use
 * @throws BrandError if the folder has mistakes at startup
 */
export async function watchBrand(folder: string, report: (result: Brand | Error) => void) {
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
	}).on('error', report);
	return {
		current: (): Brand => brand,
		close: () => {
			clearTimeout(timer);
			watcher.close();
		},
	};
}
