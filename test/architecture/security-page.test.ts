/** docs/security.md names a test file for each threat and limit. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const page = readFileSync(path.join(root, 'docs/security.md'), 'utf8');

/** The rows of a section's tables, without the headings. */
function rowsOf(section: string): string[] {
	const text = page.split(`\n## ${section}\n`)[1]?.split('\n## ')[0] ?? '';
	return text.split('\n').filter((line) => line.startsWith('| ') && !/^\| (?:threat|what) \|/.test(line));
}

/** Whether the last cell lists test files, all of which exist. */
function namesTests(row: string): boolean {
	const files = [...(row.split(' | ').at(-1) ?? '').matchAll(/`(test\/[\w/.-]+\.test\.tsx?)`/g)];
	return files.length > 0 && files.every(([, file = '']) => existsSync(path.join(root, file)));
}

it.each([
	['Threats', 60],
	['Limits', 6],
])('every row of %s names existing test files', (section, atLeast) => {
	const rows = rowsOf(section);
	expect(rows.length).toBeGreaterThanOrEqual(atLeast);
	expect(rows.filter((row) => !namesTests(row))).toEqual([]);
});
