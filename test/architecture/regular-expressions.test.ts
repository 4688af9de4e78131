/**
 * Every regular expression in `src/` takes linear time, even for text from an attacker.
 * Backtracking could block a server, or a visitor's browser, for minutes.
 */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from '@swc/core';
import { check } from 'recheck';
import { expect, it } from 'vitest';
import { pricePatterns } from '../../src/bff/search/price-words.ts';
import { patternsOf } from '../../src/bff/search/time-words.ts';
import { saysFree } from '../../src/contract/event/price.ts';
import { operations } from '../../src/contract/spec/operations.ts';

const src = path.resolve(import.meta.dirname, '../../src');

interface Found {
	/** Path below `src/`. */
	file: string;
	source: string;
	flags: string;
}

/**
 * Patterns that are constructed at runtime, by file, each with text that an attacker could choose. Text from outside
 * is escaped in a pattern, so that it is matched literally.
 */
const built: Readonly<Record<string, readonly string[]>> = {
	'contract/spec/match-operation.ts': Object.values(operations).map(
		(operation) => `^${operation.path.replace(':id', '([^/]+)')}$`,
	),
	'contract/event/price.ts': [saysFree.source],
	'bff/search/price-words.ts': pricePatterns.map(({ source }) => source),
	'contract/event/plain-text.ts': ['</script(?=[\\s/>])', '</textarea(?=[\\s/>])'],
	// The checker rejects groups with the same name.
	'bff/search/time-words.ts': patternsOf('de').map(({ source }) => source.replaceAll(/\(\?<\w+>/g, '(')),
	'web/features/search/marked-text.tsx': [
		'(?<![\\p{Script=Latin}\\p{N}])aaaaaaaaaaaa',
		'(?<![\\p{Script=Latin}\\p{N}])\\(a\\+\\)\\+\\$',
	],
};

const isNode = (value: unknown): value is Readonly<Record<string, unknown>> =>
	typeof value === 'object' && value !== null;

function* nodesOf(tree: unknown): Generator<Readonly<Record<string, unknown>>> {
	if (!isNode(tree)) return;
	yield tree;
	for (const child of Object.values(tree)) yield* nodesOf(child);
}

/** Whether a node constructs a regular expression from a string: `new RegExp(…)` or `RegExp(…)`. */
const isConstruction = ({ type, callee }: Readonly<Record<string, unknown>>): boolean =>
	(type === 'NewExpression' || type === 'CallExpression') && isNode(callee) && callee.value === 'RegExp';

/** The literals of a file, and the number of patterns that it constructs. */
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

/** Limits fuzzing by characters read instead of by time, which would make results depend on the load. */
const byCharacters = { timeout: 60_000, incubationTimeout: null, attackTimeout: null, seedingTimeout: null };

/** Says that a pattern is not linear, or that the checker cannot judge it; undefined if it is linear. */
async function complaintAbout({ file, source, flags }: Found): Promise<string | undefined> {
	const result = await check(source, flags, byCharacters);
	if (result.status === 'safe') return undefined;
	const reason =
		result.status === 'vulnerable'
			? `${result.complexity.summary}, as with ${result.attack.pattern.slice(0, 200)}`
			: JSON.stringify(result.error);
	return `${file}: /${source}/${flags}: ${reason}`;
}

/** Sequentially, since time spent waiting for other checks would count toward the timeout. */
async function complaintsAbout(patterns: readonly Found[]): Promise<string[]> {
	const complaints: string[] = [];
	for (const pattern of patterns) complaints.push((await complaintAbout(pattern)) ?? '');
	return complaints.filter((complaint) => complaint !== '');
}

it('all regular expressions in src are linear, including constructed ones', async () => {
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
	// Whoever adds a `new RegExp` must add its patterns to the table above.
	expect(constructing.toSorted()).toEqual(
		Object.keys(built)
			.map((file) => `${file} 1`)
			.toSorted(),
	);
	const constructed = Object.entries(built).flatMap(([file, sources]) =>
		sources.map((source) => ({ file, source, flags: 'u' })),
	);
	// Without repetition, a pattern is linear.
	const repeating = [...literals, ...constructed].filter(({ source }) => /[*+{]/.test(source));
	const distinct = new Map(repeating.map((each) => [`${each.flags} ${each.source}`, each]));
	expect(await complaintsAbout([...distinct.values()])).toEqual([]);
}, 240_000);
