import { beforeEach, describe, expect, it, vi } from 'vitest';
import { publicBrand } from '../../../src/bff/brand/brand.ts';
import { daybillBrand } from '../../../src/bff/brand/daybill-brand.ts';
import type { PageData, PublicSettings } from '../../../src/contract/bff-api/page-data.ts';
import { readEvent, readLoc } from '../../../src/contract/event/parse-resources.ts';
import { wallClockFromMs } from '../../../src/contract/event/wall-clock.ts';
import { renderPage } from '../../../src/web/app/server-entry.tsx';

const event = (id: string) =>
	readEvent({
		id,
		title: `Event ${id}`,
		content: 'x'.repeat(2_000),
		begin_time: '2026-11-21 19:30:00',
		end_time: '2026-11-21 22:00:00',
		address: 'Somewhere 1',
		image: 'https://images.example/1.webp',
		owner: { id: '1', name: 'Alice' },
	});

const pageWith = (responses: PageData['responses']): PageData => ({
	settings: {
		brand: publicBrand(daybillBrand, 'en'),
		redirect_uri: 'http://localhost:3000/callback',
		time_zone: 'Asia/Shanghai',
	} as PublicSettings,
	loc: readLoc({ id: '108288', uid: 'beijing', name: '北京' }),
	locs: null,
	front: null,
	responses,
	now: wallClockFromMs(Date.parse('2026-11-21T12:00:00Z')),
	formats: { hourCycle: 'h23', isMonthFirst: false },
	reportAs: null,
});

const list = '/cities/beijing?day_type=today';
const listPath = '/api/cities/108288/events?day_type=today&start=0&count=20';
const events = Array.from({ length: 20 }, (_, index) => event(String(index + 1)));
const cityPage = pageWith({
	[listPath]: { items: events, start: 0, sent: 20, total: 20, dropped: [] },
});
const eventPage = pageWith({ '/api/events/7': event('7') });

// Rendering stops waiting for code after a timeout, which a busy machine could exceed.
beforeEach(() => {
	vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal);
});

describe('a page as HTML', () => {
	// Must be the first test: afterwards the components' code is loaded, and rendering no longer waits midway.
	it('is complete and in the right language when pages in several languages are requested at first', async () => {
		const pages = await Promise.all(
			(['en', 'zh-Hans', 'en', 'zh-Hans'] as const).map((locale) =>
				renderPage({ url: '/events/7', locale, page: eventPage }),
			),
		);
		expect(pages.map((html) => /Interested|感兴趣/.exec(html ?? '')?.[0])).toEqual([
			...['Interested', '感兴趣', 'Interested', '感兴趣'],
		]);
		expect(pages[0]).toMatch(/<h1.*Event 7.*Today, Sat 21 Nov, 19:30/s);
		for (const html of pages) expect(html).not.toMatch(/Loading|感兴趣.*Interested|Interested.*感兴趣/s);
	});

	it('marks events that start soon or are on, so that nothing moves when the app starts', async () => {
		const at = (time: string) => {
			const page = { ...cityPage, now: wallClockFromMs(Date.parse(`2026-11-21T${time}Z`)) };
			return renderPage({ url: list, locale: 'en', page });
		};
		expect(await at('12:00:00')).not.toMatch(/Starting soon|On now/);
		expect((await at('18:00:00'))?.match(/Starting soon/g)).toHaveLength(20);
		expect((await at('20:00:00'))?.match(/On now/g)).toHaveLength(20);
	});

	it('contains no inline scripts, however long it is', async () => {
		const html = (await renderPage({ url: list, locale: 'en', page: cityPage })) ?? '';
		expect(html.length).toBeGreaterThan(20_000);
		expect(html.match(/<article/g)).toHaveLength(20);
		expect(html).not.toMatch(/<script|<template|<!--\$[?!]-->|hidden=""/);
	});

	it('is left to the browser when its data is missing', async () => {
		for (const url of ['/events/7', '/cities/beijing', list, '/cities'])
			expect(await renderPage({ url, locale: 'en', page: pageWith({}) }), url).toBeNull();
	});

	it('fails with the error of a component, and the next page does not', async () => {
		const page = { ...eventPage, settings: { ...eventPage.settings, redirect_uri: 'no URL' } };
		await expect(renderPage({ url: '/events/7', locale: 'en', page })).rejects.toThrow(/URL/);
		expect(await renderPage({ url: '/events/7', locale: 'en', page: eventPage })).toContain('Event 7');
	});
});
