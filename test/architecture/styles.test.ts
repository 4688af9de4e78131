/** Selectors that make each tap slow. */
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';

const src = path.resolve(import.meta.dirname, '../../src');

/** In `:has()`, a tag makes Chromium check the page again whenever such an element is added. */
const fitsInHas = /^[\s>+~,]*(\.[\w-]+|\[[^\]]+\]|[\s>+~,]+)+$/;
/** After one of these pseudo-classes, `*` makes Chromium restyle everything inside the element. */
const restylesAll = /:(has|hover|active|focus)\b.*[\s>+~]\*/;

it('selectors that change at a tap restyle only elements that they name, and :has() tests only attributes and classes', async () => {
	const slow: string[] = [];
	for await (const file of glob('web/**/*.css', { cwd: src })) {
		const css = (await readFile(path.join(src, file), 'utf8')).replaceAll(/\/\*.*?\*\//gs, '');
		for (const [rule] of css.matchAll(/[^{};]+(?={)/g)) {
			const depends = [...rule.matchAll(/:has\(((?:[^()]|\([^()]*\))*)\)/g)].map(
				([, argument = '']) => argument,
			);
			if (restylesAll.test(rule) || !depends.every((each) => fitsInHas.test(each)))
				slow.push(`${file}: ${rule.trim()}`);
		}
	}
	expect(slow).toEqual([]);
});
