/**
 * Every regular expression of `src/` takes a time that grows with the text and no faster, whoever wrote the text.
 * One that backtracks can stop a server, or a visitor's browser, for minutes.
 */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from '@swc/core';
import { check } from 'recheck';
import { describe, expect, it } from 'vitest';
import { operations } from '../../src/contract/spec/operations.ts';

const src = path.resolve(import.meta.dirname, '../../src');

interface Found {
	/** Path below `src/`. */
	file: string;
	source: string;
	flags: string;
}

/**
 * Patterns that are put together while the program runs, by file, each as it is with texts that a stranger could choose. A
 * stranger's text in a pattern is escaped, so it stands for itself.
 */
const built: Readonly<Record<string, readonly string[]>> = {
	'contract/spec/match-operation.ts': Object.values(operations).map(
		(operation) => `^${operation.path.replace(':id', '([^/]+)')}$`,
	),
	'contract/event/plain-text.ts': ['</script(?=[\\s/>])', '</textarea(?=[\\s/>])'],
	'web/features/search/marked-text.tsx': [
		'(?<![\\p{Script=Latin}\\p{N}])aaaaaaaaaaaa',
		'(?<![\\p{Script=Latin}\\p{N}])\\(a\\+\\)\\+\\$',
	],
};

const isNode = (value: unknown): value is Readonly<Record<string, unknown>> =>
	typeof value === 'object' && value !== null;

/** Every node of a syntax tree. */
function* nodesOf(tree: unknown): Generator<Readonly<Record<string, unknown>>> {
	if (!isNode(tree)) return;
	yield tree;
	for (const child of Object.values(tree)) yield* nodesOf(child);
}

/** Whether a node makes a regular expression out of a text: `new RegExp(…)` or `RegExp(…)`. */
const isConstruction = ({ type, callee }: Readonly<Record<string, unknown>>): boolean =>
	(type === 'NewExpression' || type === 'CallExpression') && isNode(callee) && callee.value === 'RegExp';

/** The literals of a file, and how many patterns it puts together. */
async function readPatterns(file: string): Promise<{ literals: Found[]; constructions: number }> {
	const tree = await parse(await readFile(path.join(src, file), 'utf8'), {
		syntax: 'typescript',
		tsx: file.endsWith('x'),
		target: 'es2024',
	});
	const nodes = [...nodesOf(tree)];
	return {
		literals: nodes
			.filter(({ type }) => type === 'RegExpLiteral')
			.map(({ pattern, flags }) => ({ file, source: String(pattern), flags: String(flags) })),
		constructions: nodes.filter(isConstruction).length,
	};
}

/** Where the checker tries texts instead of proving, it counts characters: times would depend on what else runs. */
const byCharacters = { timeout: 60_000, incubationTimeout: null, attackTimeout: null, seedingTimeout: null };

/** A sentence about a pattern that is not linear, or that the checker cannot judge; undefined for a linear one. */
async function complaintAbout({ file, source, flags }: Found): Promise<string | undefined> {
	const result = await check(source, flags, byCharacters);
	if (result.status === 'safe') return undefined;
	const reason =
		result.status === 'vulnerable'
			? `${result.complexity.summary}, as with ${result.attack.pattern.slice(0, 200)}`
			: JSON.stringify(result.error);
	return `${file}: /${source}/${flags}: ${reason}`;
}

/** One after another, so that none waits for its turn while its time runs. */
async function complaintsAbout(patterns: readonly Found[]): Promise<string[]> {
	const complaints: string[] = [];
	for (const pattern of patterns) complaints.push((await complaintAbout(pattern)) ?? '');
	return complaints.filter((complaint) => complaint !== '');
}

describe('the regular expressions of src', () => {
	it('are all linear, as literals and as what is put together', async () => {
		const names = await readdir(src, { recursive: true });
		const files = names.filter((name) => /\.tsx?$/.test(name) && !name.startsWith('web/i18n/generated'));
		const literals: Found[] = [];
		const constructing: string[] = [];
		for (const file of files) {
			const found = await readPatterns(file);
			literals.push(...found.literals);
			if (found.constructions > 0) constructing.push(`${file} ${found.constructions}`);
		}
		expect(literals.length).toBeGreaterThan(100);
		// A new `new RegExp` needs its patterns in the table above.
		expect(constructing.toSorted()).toEqual(
			Object.keys(built)
				.map((file) => `${file} 1`)
				.toSorted(),
		);
		const constructed = Object.entries(built).flatMap(([file, sources]) =>
			sources.map((source) => ({ file, source, flags: 'u' })),
		);
		const distinct = new Map(
			[...literals, ...constructed].map((each) => [`${each.flags} ${each.source}`, each]),
		);
		expect(await complaintsAbout([...distinct.values()])).toEqual([]);
	}, 240_000);

	it.each([
		['\\s+$', 'g'],
		['(a|a)*$', ''],
		['<[^>]*x="([^"]+)"[^>]*>', ''],
	])('would be found if one were /%s/%s', async (source, flags) => {
		expect(await complaintAbout({ file: 'x.ts', source, flags })).toContain('as with');
	});
});
