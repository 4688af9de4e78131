import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

/** What only the shells of Unix understand: variables before a command, single quotes, `$`, backticks, `;`, lone `&`. */
const unixOnly = /(?:^|&& )\w+=|['$`;|]|(?<!&)&(?!&)/;

const readScripts = async () =>
	(JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> })
		.scripts;

it('the scripts of package.json use nothing that the shell of Windows does not have', async () => {
	const scripts = await readScripts();
	expect(Object.keys(scripts)).toContain('test');
	expect(Object.entries(scripts).filter(([, command]) => unixOnly.test(command))).toEqual([]);
	for (const command of ['A=1 node x', "vitest 'a'", 'a; b', 'a & b', 'a $B'])
		expect(command).toMatch(unixOnly);
});

/** Scripts in a text: of `npm run x`, and of those named after it, as in “`npm run bench`, `attack`”. */
const scriptsNamedIn = (text: string) =>
	[
		...text.matchAll(/\bnpm run (?:--silent |-s )?([a-z][\w:-]*)(?:`, ((?:`[a-z-]+`(?:, | and )?)+))?/g),
	].flatMap(([, first = '', more = '']) => [
		first,
		...more.matchAll(/`([a-z-]+)`/g).map(([, name = '']) => name),
	]);

it('every script that a page names exists', async () => {
	const scripts = await readScripts();
	const folders = '{docs,examples,fonts,src,test,.changeset,.devcontainer,.github}/**/*.{md,json,yml,yaml}';
	const pages: string[] = [];
	for await (const file of glob(['*.md', folders], { cwd: root, exclude: ['**/generated/**'] }))
		pages.push(file);
	expect(pages).toContain('docs/performance.md');
	const missing = await Promise.all(
		pages.map(async (file) =>
			scriptsNamedIn(await readFile(path.join(root, file), 'utf8'))
				.filter((name) => scripts[name] === undefined)
				.map((name) => `${file}: npm run ${name}`),
		),
	);
	expect(missing.flat()).toEqual([]);
	expect(scriptsNamedIn('`npm run bench`, `attack`, `chaos` and `fleet`')).toEqual([
		'bench',
		'attack',
		'chaos',
		'fleet',
	]);
	expect(scriptsNamedIn('npm run -s nothing')).toEqual(['nothing']);
});

it('every text file has the same line ends on every system', async () => {
	expect(await readFile(path.join(root, '.gitattributes'), 'utf8')).toMatch(/^\* text=auto eol=lf$/m);
});
