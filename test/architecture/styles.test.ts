/** Selectors that make each tap slow. */
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';

const src = path.resolve(import.meta.dirname, '../../src');

/** In `:has()`, a tag makes Chromium check the page again whenever such an element is added. */
const fitsInHas = /^[\s>+~,]*(\.[\w-]+|\[[^\]]+\]|[\s>+~,]+)+$/;
/** Behind it, a universal selector makes every such check restyle the whole page. */
const endsWithAll = /:has\(.*[\s>+~]\*/;

it('styles with :has() depend on attributes and classes, and restyle only what they name', async () => {
	const slow: string[] = [];
	for await (const file of glob('web/**/*.css', { cwd: src })) {
		const css = (await readFile(path.join(src, file), 'utf8')).replaceAll(/\/\*.*?\*\//gs, '');
		for (const [rule] of css.matchAll(/[^{};]*:has\([^{};]*(?={)/g)) {
			const depends = [...rule.matchAll(/:has\(((?:[^()]|\([^()]*\))*)\)/g)].map(
				([, argument = '']) => argument,
			);
			if (endsWithAll.test(rule) || !depends.every((each) => fitsInHas.test(each)))
				slow.push(`${file}: ${rule.trim()}`);
		}
	}
	expect(slow).toEqual([]);
});
