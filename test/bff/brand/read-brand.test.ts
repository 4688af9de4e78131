import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { brandJsonSchema } from '../../../src/bff/brand/brand-json.ts';
import { daybillBrand } from '../../../src/bff/brand/daybill-brand.ts';
import { BrandError, readBrand } from '../../../src/bff/brand/read-brand.ts';
import { plainPng } from '../images/colors.ts';
import { temporaryFolder } from '../start-bff.ts';
import { brandFolder } from './brand-folder.ts';

/** The problems reported for a folder; none if it is valid. */
async function problemsOf(folder: string): Promise<readonly string[]> {
	try {
		await readBrand(folder);
	} catch (error) {
		if (error instanceof BrandError) return error.problems;
		throw error;
	}
	return [];
}

it('docs/brand.schema.json is up to date with the schema (otherwise run npm run docs)', () => {
	const file = path.resolve(import.meta.dirname, '../../../docs/brand.schema.json');
	expect(readFileSync(file, 'utf8')).toBe(brandJsonSchema());
});

describe('a brand folder', () => {
	it('needs only a name, two colors and an icon', async () => {
		const brand = await readBrand(await brandFolder());
		expect(brand).toMatchObject({
			name: 'Somewhere',
			wordmark: ['Somewhere', ''],
			surfaces: ['map', 'calendar', 'search', 'embed', 'developers'],
			contact: null,
			city: null,
			locale: 'en',
			links: [],
			isDark: false,
		});
		const manifest = JSON.parse(String(brand.files.get('manifest-en.webmanifest')?.body)) as object;
		expect(manifest).toMatchObject({ name: 'Somewhere', short_name: 'Somewhere' });
	});

	it('of Daybill itself has a manifest in each language', () => {
		const manifest = JSON.parse(String(daybillBrand.files.get('manifest-de.webmanifest')?.body)) as object;
		const words = { description: expect.stringContaining('Stadt'), shortcuts: [{ name: 'Meine Termine' }] };
		expect(manifest).toMatchObject({ name: 'Daybill', lang: 'de', ...words });
	});

	it('with mistakes is rejected with each mistake and its path', async () => {
		const json = {
			name: 'a\nb',
			nickname: 'x',
			colors: { accent: 'red', dark: {} },
			tagline: { tlh: 'nuqneH' },
			icon: 'icon.gif',
			surfaces: ['map', 'maps'],
			types: ['music', 'musik'],
			links: [{ label: 'Bad', url: 'javascript:alert(1)' }, { url: '//elsewhere.example' }],
			legal: { privacy: { nl: 'p.md' }, cookies: { en: 'c.md' } },
			defaultLanguage: 'nl',
			cornerRadius: '1px;}',
			fonts: { text: ['A"; } body {'] },
			contact: 'nobody',
		};
		const problems = await problemsOf(await brandFolder(json));
		for (const place of [
			'name: expected text without line breaks',
			'nickname: unknown field',
			'colors.accent: expected a color',
			'colors.dark.surface: missing',
			'tagline.tlh: unknown field',
			'icon: expected a file that ends with .svg or .png',
			'surfaces[1]: ',
			'types[1]: expected one of music, film, ',
			'links[0].url: expected an http(s) or mailto URL',
			'links[1].url: expected an http(s) or mailto URL',
			'legal.cookies: unknown field',
			'defaultLanguage: ',
			'cornerRadius: expected a length',
			'fonts.text[0]: expected the name of a font family',
			'contact: expected an email address',
		]) {
			const found = problems.filter((line) => line.startsWith(`brand.json: ${place}`));
			expect(found, place).toHaveLength(1);
		}
	});

	it('is rejected without a brand.json, or with one that is not JSON', async () => {
		expect(await problemsOf(await temporaryFolder())).toEqual(['the folder: brand.json does not exist']);
		const broken = await brandFolder({}, { 'brand.json': '{"name": "x",}' });
		expect(await problemsOf(broken)).toEqual([expect.stringMatching(/not valid JSON: .*position/)]);
	});

	it('is rejected if it refers to missing files', async () => {
		const legal = { terms: { en: 'missing.md' } };
		expect(await problemsOf(await brandFolder({ legal }))).toEqual([
			'brand.json: legal.terms.en: missing.md does not exist',
		]);
	});

	it('rejects icons that are invalid, not square, or too small', async () => {
		const problems = async (icon: Buffer | string) =>
			problemsOf(await brandFolder({ icon: 'i.png' }, { 'i.png': icon }));
		expect(await problems('no image')).toEqual([expect.stringMatching(/^brand\.json: icon: i\.png /)]);
		expect(await problems(await plainPng('#fff', 600, 400))).toEqual([
			'brand.json: icon: i.png is 600 × 400 pixels, not square',
		]);
		expect(await problems(await plainPng('#fff', 100, 100))).toEqual([
			'brand.json: icon: i.png is 100 pixels wide, less than 512',
		]);
		expect(await problems(await plainPng('#fff', 512, 512))).toEqual([]);
	});

	it('gets a new version in URLs when anything in it changes', async () => {
		const folder = await brandFolder({ legal: { terms: { en: 't.md' } } }, { 't.md': 'one' });
		const before = await readBrand(folder);
		expect((await readBrand(folder)).version).toBe(before.version);
		await writeFile(path.join(folder, 't.md'), 'two');
		expect((await readBrand(folder)).version).not.toBe(before.version);
	});

	it('falls back to the default language for text that is not in the visitor’s language', async () => {
		const json = { tagline: { 'zh-Hans': '你好' }, links: [{ label: 'Both', url: '/cities' }] };
		const folder = await brandFolder({ defaultLanguage: 'zh-Hans', ...json });
		const { tagline, links } = await readBrand(folder);
		expect(tagline).toMatchObject({ en: '你好', 'zh-Hans': '你好', ar: '你好' });
		expect(links).toMatchObject([{ label: { en: 'Both', ar: 'Both' }, href: '/cities' }]);
	});
});
