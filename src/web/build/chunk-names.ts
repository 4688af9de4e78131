/** How the build cuts the app into files: what a first visit needs in one, messages apart from code (decision 0039). */
import type { Rolldown } from 'vite';

const generated = '/i18n/generated/';

/** Key of the message that a module consists of; undefined for any other module. */
const keyOf = (id: string): string | undefined =>
	/\/i18n\/generated\/messages\/(?!_)(\w+)\.js$/.exec(id)?.[1];

/** Chunks of messages. The plugin `languageFiles` makes a file for each language from each of them. */
export const isMessageChunk = (name: string): boolean => name === 'messages' || name.startsWith('messages-');

/** For changes, which no first visit begins. The index of their package leads to them, as to everything in it. */
const isForChanges = (id: string) =>
	id.includes('/@tanstack/') && /\/(?:useMutation|mutationObserver)\.js$/.test(id);

/** Finds what a module imports, and what that imports, without what is loaded lazily. */
function withImports(entry: string, context: Rolldown.ChunkingContext): Set<string> {
	const found = new Set<string>();
	const add = (id: string) => {
		if (found.has(id) || isForChanges(id)) return;
		found.add(id);
		context.getModuleInfo(id)?.importedIds.forEach(add);
	};
	add(entry);
	return found;
}

/** Keys of the messages that the code of modules uses, as `m.key`. */
function usedKeys(modules: Iterable<string>, context: Rolldown.ChunkingContext): Set<string> {
	const keys = new Set<string>();
	for (const id of modules) {
		if (id.includes(generated) || id.includes('/node_modules/')) continue;
		for (const [, key = ''] of (context.getModuleInfo(id)?.code ?? '').matchAll(/\bm\.(\w+)/g)) keys.add(key);
	}
	return keys;
}

/**
 * All code that a first visit needs is in one chunk: nine, as the bundler cuts them, are 5 KB larger in Brotli. Its messages
 * are in one beside it. Those of all other pages are in one more, so that few files are loaded; only the developers' page
 * has so many that it has its own.
 *
 * @param entry module that the HTML loads
 */
export function chunkGroups(entry: string): Rolldown.CodeSplittingGroup[] {
	let first: { modules: Set<string>; keys: Set<string> } | undefined;
	const firstVisit = (context: Rolldown.ChunkingContext) => {
		const modules = first?.modules ?? withImports(entry, context);
		first ??= { modules, keys: usedKeys(modules, context) };
		return first;
	};
	return [
		{
			// Before the chunk of the code, which would otherwise take along what it imports.
			priority: 1,
			name(id, context) {
				const key = keyOf(id);
				if (key === undefined) return null;
				if (firstVisit(context).keys.has(key)) return 'messages';
				return key.startsWith('developers_') ? 'messages-developers' : 'messages-more';
			},
		},
		{
			name: (id, context) =>
				firstVisit(context).modules.has(id) && id !== entry && !id.includes(generated) ? 'first' : null,
		},
	];
}
