import { describe, expect, it, vi } from 'vitest';
import { createFinishedPages } from '../../../src/bff/pages/finished-pages.ts';
import type { Template } from '../../../src/bff/pages/template.ts';
import { heapGrowth } from '../heap-growth.ts';

const mega = 1024 * 1024;
const head = { title: 'Jazz', tags: ['<meta name="a">', '<meta name="b">'] };
const body = { data: '{}', html: '<main>Jazz</main>', locale: 'en', theme: 'system' } as const;

const joined: Template = ({ title, tags }, { data, html, locale, theme }) => ({
	document: [title, ...tags, data, html, locale, theme].join('|'),
	inline: { scripts: [], styles: [] },
});

describe('rendered pages as they are sent', () => {
	it('are put together once while everything in them is the same', () => {
		const template = vi.fn<Template>(joined);
		const { finish } = createFinishedPages(template);
		const first = finish('page', [], 200, head, body);
		expect(finish('page', [], 200, { ...head, tags: [...head.tags] }, { ...body })).toBe(first);
		expect(template).toHaveBeenCalledOnce();
	});

	it('are found by what they are made of, while all of it is the same', () => {
		const { find, finish } = createFinishedPages(joined);
		const [content, brand] = [{}, {}];
		expect(find('page', [content, brand])).toBeUndefined();
		const first = finish('page', [content, brand], 200, head, body);
		expect(find('page', [content, brand])).toBe(first);
		expect(find('another page', [content, brand])).toBeUndefined();
		expect(find('page', [{}, brand])).toBeUndefined();
		expect(find('page', [content, {}])).toBeUndefined();
		expect(find('page', [])).toBeUndefined();
		const read = {};
		expect(finish('page', [read, brand], 200, head, body)).toBe(first);
		expect(find('page', [read, brand])).toBe(first);
	});

	it.each<[string, Parameters<Template>]>([
		['data', [head, { ...body, data: '{"a":1}' }]],
		['HTML', [head, { ...body, html: '<main>Folk</main>' }]],
		['language', [head, { ...body, locale: 'fr' }]],
		['theme', [head, { ...body, theme: 'dark' }]],
		['title', [{ ...head, title: 'Folk' }, body]],
		['tags', [{ ...head, tags: ['<meta name="a">', '<meta name="c">'] }, body]],
		['number of tags', [{ ...head, tags: ['<meta name="a">'] }, body]],
	])('are put together anew with other %s', (_what, parts) => {
		const { finish } = createFinishedPages(joined);
		const first = finish('page', [], 200, head, body);
		const other = finish('page', [{}], 200, ...parts);
		expect(other.body).not.toBe(first.body);
		expect(other.etag).not.toBe(first.etag);
	});

	it('are kept up to a number of bytes, however large one is', async () => {
		const { finish } = createFinishedPages(joined);
		const grown = await heapGrowth(() => {
			for (let index = 0; index < 150; index++) {
				const data = Buffer.alloc(500_000, 'd').toString() + index;
				expect(finish(`page ${index}`, [], 200, head, { ...body, data }).body).toContain(data);
			}
		});
		expect(finish('page 1', [], 200, head, body).body).toContain('Jazz');
		expect(grown).toBeLessThan(2 * 32 * mega);
	});
});
