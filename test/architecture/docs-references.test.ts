/** Everything that docs and comments refer to exists: npm scripts, links, paths, specification sections. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { sections } from '../../src/conformance/check.ts';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
const pages = globSync(['*.md', 'docs/*.md', 'docs/decisions/*.md'], { cwd: root });
const code = globSync(['*.ts', 'src/**/*.{ts,tsx,css,mjs}', 'test/**/*.{ts,tsx}'], { cwd: root }).filter(
	(file) => path.join(root, file) !== import.meta.filename,
);

/** Every match of a pattern's group for which `isBroken` holds, with its file. */
const broken = (files: string[], pattern: RegExp, isBroken: (found: string, file: string) => boolean) =>
	files.flatMap((file) =>
		[...read(file).matchAll(pattern)]
			.map(([, found = '']) => found)
			.filter((found) => isBroken(found, file))
			.map((found) => `${file}: ${found}`),
	);

/** The fragments of a page's headings, as GitHub generates them. */
const fragmentsOf = (page: string) =>
	[...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
		heading
			.toLowerCase()
			.replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
			.replaceAll(' ', '-'),
	);

it('every npm script exists', () => {
	const isMissing = (name: string) => scripts[name] === undefined;
	expect(broken(pages, /\bnpm run (?:--silent )?([a-z][\w-]*)/g, isMissing)).toEqual([]);
});

it('every link target exists, including its fragment', () => {
	const isMissing = (link: string, page: string) => {
		const [target = '', fragment] = link.split('#');
		const file = target === '' ? page : path.join(path.dirname(page), target);
		if (!existsSync(path.join(root, file))) return true;
		return fragment !== undefined && file.endsWith('.md') && !fragmentsOf(file).includes(fragment);
	};
	expect(broken(pages, /\]\((?!https?:|mailto:)([^)\s]+)/g, isMissing)).toEqual([]);
});

it('every path exists', () => {
	const isMissing = (file: string) => globSync(file.replace(/\/$/, ''), { cwd: root }).length === 0;
	expect(broken(pages, /`((?:src|test|docs|examples|public)\/(?!contract\/)[\w./*-]+)`/g, isMissing)).toEqual(
		[],
	);
});

it('every decision exists', () => {
	const decisions = globSync('docs/decisions/0*.md', { cwd: root }).map((file) =>
		Number(path.basename(file).slice(0, 4)),
	);
	const isMissing = (number: string) => !decisions.includes(Number(number));
	expect(broken([...pages, ...code], /\bdecisions?[ /](\d+)\b/gi, isMissing)).toEqual([]);
});

it('every section of the specification exists, and is spelled “Spec §3.2”', () => {
	const headings = [...read('docs/specification.md').matchAll(/^##+ (\d(?:\.\d)?)/gm)].map(([, n]) => n);
	const isMissing = (found: string) =>
		found.match(/\d(?:\.\d)?/g)?.every((n) => headings.includes(n)) !== true;
	expect(broken([...pages, ...code], /\bSpec (§\d[\d., §and]*)/g, isMissing)).toEqual([]);
	expect(broken(code, /\bsection: '(§[^']+)'/g, isMissing)).toEqual([]);
	expect(broken([...pages, ...code], /\b(spec(?:ification)?,? §\d|[Dd]esign §)/g, () => true)).toEqual([]);
	expect(broken(['docs/gaps.md'], /^\| `[\w-]+` \| ([^|]+) \|/gm, isMissing)).toEqual([]);
	expect(sections.filter(([section]) => isMissing(section))).toEqual([]);
});

it('nothing refers to something outside this repository', () => {
	const outside =
		/([^/\w]checklists?\b(?!\.test)|\bissue #?\d[\d.]*|\b(?:service|signin)-facts|\/shared\/[\w-]+\.md)/g;
	expect(broken([...pages, ...code], outside, () => true)).toEqual([]);
});
