import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

/** What only the shells of Unix understand: variables before a command, single quotes, `$`, backticks, `;`, lone `&`. */
const unixOnly = /(?:^|&& )\w+=|['$`;|]|(?<!&)&(?!&)/;

it('the scripts of package.json use nothing that the shell of Windows does not have', async () => {
	const { scripts } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as {
		scripts: Record<string, string>;
	};
	expect(Object.keys(scripts)).toContain('test');
	expect(Object.entries(scripts).filter(([, command]) => unixOnly.test(command))).toEqual([]);
	for (const command of ['A=1 node x', "vitest 'a'", 'a; b', 'a & b', 'a $B'])
		expect(command).toMatch(unixOnly);
});

it('every text file has the same line ends on every system', async () => {
	expect(await readFile(path.join(root, '.gitattributes'), 'utf8')).toMatch(/^\* text=auto eol=lf$/m);
});
