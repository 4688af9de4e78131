/** Finds the built scripts and styles that a page needs besides the entry, so that its HTML can preload them. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Locale } from '../../contract/bff-api/preferences.ts';
import type { PageName } from '../../contract/paths.ts';

/** An entry of Vite's manifest. */
interface Chunk {
	file: string;
	/** Name of the module, or of its group (`vite.config.ts`). */
	name?: string;
	css?: string[];
	imports?: string[];
}

const web = 'src/web';

/** `front`: a city's page without filters. `day`, `calendar`: a list from the search index, in a city or a search. */
export type ViewName = PageName | 'front' | 'day' | 'calendar';

/** The module that shows each view; null if the entry contains it. */
export const pageModules: Readonly<Record<ViewName, string | null>> = {
	home: `${web}/features/cities-page/cities-page.tsx`,
	cities: `${web}/features/cities-page/cities-page.tsx`,
	city: null,
	citySearch: `${web}/features/search-page/search-page.tsx`,
	search: `${web}/features/search-page/search-page.tsx`,
	front: `${web}/features/front-page/front-page.tsx`,
	day: `${web}/features/city-list/day-list.tsx`,
	calendar: `${web}/features/calendar/calendar-view.tsx`,
	place: `${web}/features/place-page/place-page.tsx`,
	event: `${web}/features/event-page/event-page.tsx`,
	user: `${web}/features/relation-page/relation-page.tsx`,
	me: `${web}/features/relation-page/relation-page.tsx`,
	callback: `${web}/features/callback-page/callback-page.tsx`,
	settings: `${web}/features/settings/settings-page.tsx`,
	developers: `${web}/features/developers/developers-page.tsx`,
	offline: null,
};

const messagesOf = (locale: Locale) => `${web}/i18n/generated/messages/${locale}.js`;

/** Reads Vite's manifest. @returns a function that lists the tags for a page's head, also for its messages */
export function readChunks(webDir: string): (views: readonly ViewName[], locale: Locale) => string[] {
	const file = path.join(webDir, '.vite', 'manifest.json');
	const manifest = existsSync(file)
		? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, Chunk | undefined>)
		: {};
	/** Finds a module's entry by its path or, if Vite has grouped it, by the group's name: the module's file name. */
	const keyOf = (module: string) =>
		module in manifest
			? module
			: Object.keys(manifest).find((key) => manifest[key]?.name === path.basename(module, '.tsx'));
	const collect = (key: string, files: Set<string>): Set<string> => {
		const chunk = manifest[key];
		if (chunk === undefined || files.has(chunk.file)) return files;
		for (const each of [chunk.file, ...(chunk.css ?? [])]) files.add(each);
		for (const other of chunk.imports ?? []) collect(other, files);
		return files;
	};
	const first = collect('index.html', new Set());
	return (views, locale) => {
		const files = collect(messagesOf(locale), new Set());
		for (const view of views) collect(keyOf(pageModules[view] ?? '') ?? '', files);
		return [...files]
			.filter((each) => !first.has(each))
			.map((each) =>
				each.endsWith('.css')
					? `<link rel="stylesheet" href="/${each}">`
					: `<link rel="modulepreload" href="/${each}">`,
			);
	};
}
