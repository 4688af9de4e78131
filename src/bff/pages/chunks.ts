/** The files of the built app that a screen needs beside the first ones, so that the HTML can ask for them at once. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

interface Chunk {
	file: string;
	css?: string[];
	imports?: string[];
}

/** Modules of screens that come lazily, by the first segment of their address. */
const screens: Readonly<Record<string, string>> = {
	events: 'src/web/features/events/event-page.tsx',
	users: 'src/web/features/people/relation-page.tsx',
	me: 'src/web/features/people/relation-page.tsx',
};
/** `/cities` itself; a city's list is in the first files. */
const chooser = 'src/web/features/cities/cities-page.tsx';

export interface Chunks {
	/** Tags for the head of the page at a path; none where the build has no manifest. */
	tagsOf(pathname: string): string[];
	/** The program that loads the others on a screen that came rendered (`src/web/app/start.ts`). */
	start: string | undefined;
}

/** Reads Vite's manifest once. */
export function readChunks(webDir: string): Chunks {
	const file = path.join(webDir, '.vite', 'manifest.json');
	const manifest = existsSync(file)
		? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, Chunk | undefined>)
		: {};
	const collect = (key: string, files: Set<string>): Set<string> => {
		const chunk = manifest[key];
		if (chunk === undefined || files.has(chunk.file)) return files;
		for (const each of [chunk.file, ...(chunk.css ?? [])]) files.add(each);
		for (const other of chunk.imports ?? []) collect(other, files);
		return files;
	};
	const first = collect('index.html', new Set());
	const tagsOf = (pathname: string) => {
		const [, kind = '', id] = pathname.split('/');
		const key = pathname === '/cities' ? chooser : id === undefined ? undefined : screens[kind];
		if (key === undefined) return [];
		return [...collect(key, new Set())]
			.filter((each) => !first.has(each))
			.map((each) =>
				each.endsWith('.css')
					? `<link rel="stylesheet" href="/${each}">`
					: `<link rel="modulepreload" href="/${each}">`,
			);
	};
	return { tagsOf, start: manifest['src/web/app/start.ts']?.file };
}
