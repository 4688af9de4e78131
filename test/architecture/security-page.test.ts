/** docs/security.md names a test for each threat. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const page = readFileSync(path.join(root, 'docs/security.md'), 'utf8');

/** A file of tests and a title in it, or its beginning and “…”. */
const named = [...page.matchAll(/`(test\/[\w/.-]+)`: “([^”]+?)…?”/g)].map(([, file = '', title = '']) => ({
	file,
	title,
}));

/** The rows of a section's tables, without their heads. */
function rowsOf(section: string): string[] {
	const text = page.split(`\n## ${section}\n`)[1]?.split('\n## ')[0] ?? '';
	return text.split('\n').filter((line) => line.startsWith('| ') && !/^\| (?:threat|what) \|/.test(line));
}
const namesNoTest = (row: string) => !/`test\/[^`]+`: “[^”]+” \|$/.test(row);

it('every test that the page names exists', () => {
	expect(named.length).toBeGreaterThan(50);
	const missing = named.filter(({ file, title }) => {
		const target = path.join(root, file);
		return !existsSync(target) || !readFileSync(target, 'utf8').includes(title);
	});
	expect(missing).toEqual([]);
});

it('every threat has its test', () => {
	const threats = rowsOf('Threats');
	expect(threats.length).toBeGreaterThan(30);
	expect(threats.filter(namesNoTest)).toEqual([]);
});
