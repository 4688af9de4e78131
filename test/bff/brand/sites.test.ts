/** A site's own brand in every place where a brand appears. */
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Brand } from '../../../src/bff/brand/brand.ts';
import { readBrand } from '../../../src/bff/brand/read-brand.ts';
import { answer, listOf } from '../fake-service.ts';
import { pageDataOf } from '../page-data-of.ts';
import { startSite } from '../start-site.ts';
import { brandFolder } from './brand-folder.ts';

const samples = path.resolve(import.meta.dirname, '../../../examples/brands');
const htmlOf = { Accept: 'text/html', 'Accept-Language': 'en' };

const siteOf = async (brand: Brand) => (await startSite({ brand: () => brand })).browser;

/** The content of a page's style element with the brand's colors. */
const styleIn = (html: string): string =>
	/<style>((?:@font-face|:root\{--).*?)<\/style>/s.exec(html)?.[1] ?? '';

/** An attribute of the first tag that contains the text `tag`. */
const attribute = (html: string, tag: string, name: string): string => {
	const [found = ''] = new RegExp(`<[^>]*${tag}[^>]*>`).exec(html) ?? [];
	return new RegExp(`${name}="([^"]*)"`).exec(found)?.[1] ?? '';
};

it.each(readdirSync(samples))(
	'the sample %s starts, and its pages have its name, colors, manifest, icons and legal page',
	async (name) => {
		const brand = await readBrand(path.join(samples, name));
		const site = await siteOf(brand);
		const response = await site.fetch('/cities', { headers: htmlOf });
		const html = await response.text();
		expect(html).toContain(`<title>Choose your city · ${brand.name}</title>`);
		expect(html).not.toContain('Daybill');
		expect(attribute(html, 'og:site_name', 'content')).toBe(brand.name);
		expect(attribute(html, 'theme-color', 'content')).toBe(brand.palettes.light.paper);
		const style = styleIn(html);
		expect(style).toContain(brand.palettes.light.vermilion);
		const hash = createHash('sha256').update(style).digest('base64');
		expect(response.headers.get('content-security-policy')).toContain(`'sha256-${hash}'`);

		const manifest = await site.get(attribute(html, 'rel="manifest"', 'href'));
		expect(manifest.headers.get('content-type')).toMatch(/^application\/manifest\+json/);
		const { name: shown, icons } = (await manifest.json()) as Record<'name', string> & {
			icons: { src: string; type: string }[];
		};
		expect(shown).toBe(brand.name);
		const files = [...icons.map(({ src }) => src), ...brand.logos.map(({ src }) => src)];
		for (const src of [attribute(html, 'apple-touch-icon', 'href'), ...files]) {
			const file = await site.get(src);
			expect([src, file.status]).toEqual([src, 200]);
			expect(file.headers.get('cache-control')).toContain('immutable');
			expect(file.headers.get('content-security-policy')).toContain('sandbox');
		}

		const legal = await site.fetch('/privacy', { headers: htmlOf });
		expect(legal.status).toBe(200);
		const text = await legal.text();
		expect(text).toContain(` · ${brand.name}</title>`);
		expect(text).toMatch(/<main[^>]*><h1>/);
	},
);

describe('a site with its own brand', () => {
	it('shows it in feeds, calendars, the embed and link previews', async () => {
		const folder = await brandFolder({ name: 'Q & A', tagline: 'All of it' });
		const site = await siteOf(await readBrand(folder));
		const text = async (url: string) => (await site.fetch(url, { headers: htmlOf })).text();
		expect(await text('/feeds/cities/beijing.ics')).toMatch(/PRODID:-\/\/Q & A\/\/.*NAME:北京 · Q & A/s);
		expect(await text('/feeds/cities/beijing.atom')).toContain('<name>Q &amp; A</name>');
		expect(await text('/feeds/cities/beijing.json')).toContain('北京 · Q & A');
		const embed = await text('/embed/cities/beijing');
		expect(embed).toContain('See more on Q &amp; A');
		expect(embed).toContain('light-dark(#f3f6ef,');
		expect(await text('/cities/beijing')).toContain('<title>北京 · Q &amp; A</title>');
		expect(attribute(await text('/cities'), 'name="description"', 'content')).toBe('All of it');
	});

	it('shows its image in previews of lists without a poster', async () => {
		const brand = await readBrand(await brandFolder({ image: 'p.png' }, { 'p.png': 'an image' }));
		const { service, browser: site } = await startSite({ brand: () => brand });
		service.handler = answer('/v2/event/list', listOf());
		for (const url of ['/cities/beijing', '/cities/beijing?day_type=today']) {
			const html = await (await site.fetch(url, { headers: htmlOf })).text();
			expect(attribute(html, 'og:image', 'content'), url).toBe(`http://localhost:3000${brand.image}`);
		}
	});

	it('shows it on error pages, with the contact only if no one else can help', async () => {
		const brand = await readBrand(await brandFolder({ contact: 'desk@site.example' }));
		const site = await siteOf(brand);
		const missing = await site.fetch('/feeds/cities/atlantis.ics', { headers: htmlOf });
		const html = await missing.text();
		expect(html).toContain('<title>Page not found · Somewhere</title>');
		expect(html).not.toContain('mailto:');
		for (const [, style = ''] of html.matchAll(/<style>(.*?)<\/style>/gs)) {
			const hash = createHash('sha256').update(style).digest('base64');
			expect(missing.headers.get('content-security-policy')).toContain(`'sha256-${hash}'`);
		}
		const wrong = await site.fetch('/search/cities/beijing?q=x&day=never', { headers: htmlOf });
		expect(await wrong.text()).toContain('"mailto:desk@site.example">Contact the site administrator</a>');
	});

	it.each([[[]], [['search']]])(
		'has no pages, links or endpoints for the surfaces it leaves out: all but %j',
		async (surfaces) => {
			const site = await siteOf(await readBrand(await brandFolder({ surfaces, types: ['film'] })));
			const hasSearch = surfaces.length > 0;
			for (const [url, isThere] of [
				['/developers', false],
				['/embed/cities/beijing', false],
				['/cities/beijing?view=map', false],
				['/cities/beijing?view=calendar', false],
				['/cities/beijing/search?q=jazz&view=map', false],
				['/cities/beijing/search?q=jazz', hasSearch],
				['/cities/beijing/search', hasSearch],
				['/search', hasSearch],
			] as const) {
				const response = await site.fetch(url, { headers: htmlOf });
				expect([url, response.status]).toEqual([url, isThere ? 200 : 404]);
				expect((await response.text()).includes('<title>Page not found · Somewhere</title>')).toBe(!isThere);
			}
			expect((await site.get('/search/cities/beijing?q=jazz')).status).toBe(hasSearch ? 200 : 404);
			for (const url of ['/search/cities/beijing/days?from=2026-01-01&to=2026-01-02', '/api/v2/event/10'])
				expect([url, (await site.get(url)).status]).toEqual([url, 404]);
			const page = await (await site.fetch('/cities/beijing', { headers: htmlOf })).text();
			const { brand } = pageDataOf(page).settings;
			expect(brand).toMatchObject({ surfaces, links: [] });
			expect(brand.types.slice(0, 2)).toEqual(['film', 'music']);
		},
	);

	it('shows HTML and scripts in a legal text as text', async () => {
		const legal = { terms: { en: 't.md' } };
		const text =
			'# <b>Terms</b>\n\n<script>alert(1)</script> [x](javascript:alert(1)) ![y](https://x.example/y.png)';
		const site = await siteOf(await readBrand(await brandFolder({ legal }, { 't.md': text })));
		const response = await site.fetch('/terms', { headers: { ...htmlOf, 'Accept-Language': 'zh' } });
		const html = await response.text();
		expect(html).toContain('<h1>&lt;b&gt;Terms&lt;/b&gt;</h1>');
		expect(html).not.toMatch(/<script|href="javascript|<img/);
		expect(html).toContain('<html lang="zh-Hans"');
		expect(html).toContain('<main lang="en" dir="ltr">');
		expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha/);
		expect((await site.fetch('/imprint', { headers: htmlOf })).status).toBe(404);
	});
});
