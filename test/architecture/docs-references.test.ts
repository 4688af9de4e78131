/** What the documents refer to exists: npm scripts, links, and paths of this repository. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
	scripts: Record<string, string>;
};
const pages = globSync(['*.md', 'docs/*.md', 'docs/decisions/*.md'], { cwd: root });

/** Every match of a pattern's group in the pages that `isBroken` holds for, with its page. */
const broken = (pattern: RegExp, isBroken: (found: string, page: string) => boolean) =>
	pages.flatMap((page) =>
		[...readFileSync(path.join(root, page), 'utf8').matchAll(pattern)]
			.map(([, found = '']) => found)
			.filter((found) => isBroken(found, page))
			.map((found) => `${page}: ${found}`),
	);

it('every npm script', () => {
	expect(broken(/\bnpm run (?:--silent )?([a-z][\w-]*)/g, (name) => scripts[name] === undefined)).toEqual([]);
});

it('every link', () => {
	const isMissing = (target: string, page: string) =>
		!existsSync(path.join(root, path.dirname(page), target));
	expect(broken(/\]\((?!https?:|mailto:)([^)#\s]+)/g, isMissing)).toEqual([]);
});

it('every path', () => {
	const isMissing = (file: string) => globSync(file.replace(/\/$/, ''), { cwd: root }).length === 0;
	expect(broken(/`((?:src|test|docs|examples|public)\/(?!contract\/)[\w./*-]+)`/g, isMissing)).toEqual([]);
});
