/**
 * The web app on a phone: Lighthouse (mobile simulation, median of the runs) on list, event and cities, compared with
 * the smallest page of React, router and query, and on a repeat visit; INP of filter, poster and Join on a four times
 * slower CPU; long tasks while scrolling 5,000 events; memory after many navigations.
 */
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import compress from '@fastify/compress';
import fastifyStatic from '@fastify/static';
import { type CDPSession, chromium, type Page } from '@playwright/test';
import fastify from 'fastify';
import lighthouse from 'lighthouse';
import { build } from 'vite';
import playwrightConfig from '../../playwright.config.ts';
import { startChild } from '../child.ts';
import { signIn } from '../e2e/people.ts';
import { freePort } from '../free-port.ts';
import { type Row, report } from './report.ts';
import { seeded } from './seeded.ts';

const executablePath = playwrightConfig.use?.launchOptions?.executablePath ?? '';
const args = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-background-networking',
	'--disable-component-update',
];
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** The smallest page with the same libraries: React, router, query, one request. @returns the folder of its build */
async function buildBaseline(folder: string): Promise<string> {
	const source = path.join(folder, 'source');
	await mkdir(source, { recursive: true });
	await writeFile(
		path.join(source, 'index.html'),
		'<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="description" content="baseline"><title>Baseline</title></head><body><div id="root"></div><script type="module" src="./main.js"></script></body></html>',
	);
	await writeFile(
		path.join(source, 'main.js'),
		`import { createElement as h } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, Route, Routes } from 'react-router';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
function Page() { const { data } = useQuery({ queryKey: ['x'], queryFn: async () => (await fetch('/data.json')).json() }); return h('main', null, h('h1', null, 'Baseline'), h('p', null, data ? data.text : '…')); }
createRoot(document.getElementById('root')).render(h(QueryClientProvider, { client: new QueryClient() }, h(BrowserRouter, null, h(Routes, null, h(Route, { path: '*', element: h(Page) })))));`,
	);
	await writeFile(path.join(source, 'data.json'), '{"text":"data"}');
	const outDir = path.join(folder, 'dist');
	const root = path.resolve(import.meta.dirname, '../..');
	await build({
		root: source,
		configFile: false,
		logLevel: 'silent',
		resolve: {
			alias: Object.fromEntries(
				['react', 'react-dom', 'react-router', '@tanstack/react-query'].map((name) => [
					name,
					path.join(root, 'node_modules', name),
				]),
			),
		},
		build: { outDir, emptyOutDir: true },
	});
	await writeFile(path.join(outDir, 'data.json'), '{"text":"data"}');
	return outDir;
}

interface Scores {
	performance: number;
	accessibility: number;
	bestPractices: number;
	seo: number;
	lcp: number;
	cls: number;
	tbt: number;
}

/** @param isRepeat keeps what the browser stored in earlier visits, including its service worker */
async function measurePage(url: string, runs: number, isRepeat = false): Promise<Scores> {
	const port = await freePort();
	const browser = await chromium.launch({
		executablePath,
		args: [...args, `--remote-debugging-port=${port}`],
	});
	const all: Scores[] = [];
	try {
		const flags = { port, output: 'json', logLevel: 'silent', disableStorageReset: isRepeat } as const;
		if (isRepeat) await lighthouse(url, flags);
		for (let run = 0; run < runs; run++) {
			const result = await lighthouse(url, flags);
			const lhr = result?.lhr;
			const score = (name: string) => (lhr?.categories[name]?.score ?? 0) * 100;
			const value = (name: string) => lhr?.audits[name]?.numericValue ?? 0;
			all.push({
				performance: score('performance'),
				accessibility: score('accessibility'),
				bestPractices: score('best-practices'),
				seo: score('seo'),
				lcp: value('largest-contentful-paint') / 1000,
				cls: value('cumulative-layout-shift'),
				tbt: value('total-blocking-time'),
			});
		}
	} finally {
		await browser.close();
	}
	const names = Object.keys(all[0] ?? {}) as (keyof Scores)[];
	return Object.fromEntries(
		names.map((name) => [name, median(all.map((each) => each[name]))]),
	) as unknown as Scores;
}

/** Runs something in a page. @returns the longest task and interaction meanwhile, in milliseconds */
async function observed(page: Page, work: () => Promise<void>) {
	await page.evaluate(() => {
		const seen = { interaction: 0, task: 0 };
		Object.assign(window, { seen });
		new PerformanceObserver((list) => {
			for (const { duration } of list.getEntries()) seen.interaction = Math.max(seen.interaction, duration);
		}).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
		new PerformanceObserver((list) => {
			for (const { duration } of list.getEntries()) seen.task = Math.max(seen.task, duration);
		}).observe({ type: 'longtask' });
	});
	await work();
	await page.waitForTimeout(500);
	return page.evaluate(() => (window as unknown as { seen: { interaction: number; task: number } }).seen);
}

const heap = async (session: CDPSession) => {
	await session.send('HeapProfiler.collectGarbage');
	const { usedSize } = (await session.send('Runtime.getHeapUsage')) as { usedSize: number };
	return usedSize / 1024 / 1024;
};

const row = (what: string, value: number, unit: string, aim: number): Row => ({
	what,
	value,
	unit,
	aim: `at most ${aim}`,
	met: value <= aim,
});

/** Scrolls through a city's list until it shows so many events, in front of a sandbox that has them. */
async function measureScrolling(events: number): Promise<Row> {
	const folder = await mkdtemp(path.join(tmpdir(), 'daybill-web-'));
	const database = path.join(folder, 'sandbox.sqlite');
	await copyFile(await seeded(30_000, 20_000), database);
	const daybill = await startChild('test/bench/daybill-process.ts', { port: await freePort(), database });
	const browser = await chromium.launch({ executablePath, args });
	try {
		const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
		await page.goto(`${daybill.origin.replace('127.0.0.1', 'localhost')}/cities/beijing?day_type=future`);
		const cards = page.locator('main article');
		await cards.first().waitFor();
		const { task } = await observed(page, async () => {
			for (let step = 0; step < 4_000; step++) {
				await page.mouse.wheel(0, 2_000);
				await page.waitForTimeout(30);
				if (step % 20 === 0 && (await cards.count()) >= events) return;
			}
		});
		return row(`scrolling ${await cards.count()} events: longest task`, task, 'ms', 50);
	} finally {
		await browser.close();
		await daybill.stop();
		await rm(folder, { recursive: true, force: true });
	}
}

async function measureInteraction(origin: string): Promise<Row[]> {
	const browser = await chromium.launch({ executablePath, args });
	try {
		const page = await browser.newPage({
			viewport: { width: 390, height: 844 },
			isMobile: true,
			hasTouch: true,
		});
		const session = await page.context().newCDPSession(page);
		await page.goto(`${origin}/cities/beijing?day_type=week`);
		await page.getByRole('article').first().waitFor();
		await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
		const filter = await observed(page, async () => {
			await page.getByRole('link', { name: 'This weekend', exact: true }).tap();
			await page.waitForURL(/day_type=weekend/);
		});
		await page.goto(`${origin}/events/10000002`);
		const press = await observed(page, () => page.getByRole('button', { name: 'Enlarge' }).first().tap());
		await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
		await page.keyboard.press('Escape');
		await signIn(page, 'alice');
		await page.getByRole('button', { name: 'Interested', exact: true }).waitFor();
		await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
		const join = await observed(page, () => page.getByRole('button', { name: 'Join', exact: true }).tap());
		await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
		const navigate = async () => {
			for (let turn = 0; turn < 50; turn++)
				for (const route of ['/cities', '/cities/beijing', '/settings', '/cities/beijing?day_type=week']) {
					await page.evaluate((to) => {
						history.pushState(null, '', to);
						dispatchEvent(new PopStateEvent('popstate'));
					}, route);
					// As fast as a person could press.
					await page.waitForTimeout(15);
				}
			await page.waitForTimeout(1_000);
		};
		await navigate();
		const before = await heap(session);
		await navigate();
		const after = await heap(session);
		return [
			row('filter pressed, 4 × slower CPU: longest interaction', filter.interaction, 'ms', 200),
			row('poster pressed, 4 × slower CPU: longest interaction', press.interaction, 'ms', 200),
			row('Join pressed, 4 × slower CPU: longest interaction', join.interaction, 'ms', 200),
			row('memory after 400 navigations beside after 200', after / before, '×', 1.1),
		];
	} finally {
		await browser.close();
	}
}

/** @param runs of Lighthouse on each page @returns whether the aims were met */
export async function run({ runs = 5 }: { runs?: number } = {}): Promise<boolean> {
	const folder = await mkdtemp(path.join(tmpdir(), 'daybill-web-'));
	const daybill = await startChild('test/bench/daybill-process.ts', { port: await freePort() });
	const baseline = fastify();
	await baseline.register(compress, { encodings: ['br', 'gzip'] });
	await baseline.register(fastifyStatic, { root: await buildBaseline(folder) });
	await baseline.listen({ host: '127.0.0.1', port: 0 });
	try {
		const origin = daybill.origin.replace('127.0.0.1', 'localhost');
		const bare = await measurePage(
			`http://localhost:${(baseline.server.address() as AddressInfo).port}/`,
			runs,
		);
		const rows: Row[] = [
			{ what: 'bare React, router and query: LCP', value: bare.lcp, unit: 's' },
			{ what: 'bare React, router and query: performance', value: bare.performance, unit: 'of 100' },
		];
		for (const [name, route] of [
			['list', '/cities/beijing?day_type=weekend'],
			['event', '/events/10000002'],
			['cities', '/cities'],
		] as const) {
			await fetch(origin + route);
			const scores = await measurePage(origin + route, runs);
			const score = (what: string, value: number, least: number): Row => ({
				what: `${name}: ${what}`,
				value,
				unit: 'of 100',
				aim: `at least ${least}`,
				met: value >= least,
			});
			rows.push(
				score('performance', scores.performance, 98),
				score('accessibility', scores.accessibility, 100),
				score('best practices', scores.bestPractices, 100),
				score('SEO', scores.seo, 100),
				{
					what: `${name}: LCP`,
					value: scores.lcp,
					unit: 's',
					baseline: 'bare page',
					ratio: scores.lcp / bare.lcp,
					aim: 'at most 1.8',
					met: scores.lcp <= 1.8,
				},
				{ what: `${name}: CLS`, value: scores.cls, unit: '', aim: '0', met: scores.cls < 0.005 },
				{ what: `${name}: TBT`, value: scores.tbt, unit: 'ms', aim: 'at most 50', met: scores.tbt <= 50 },
			);
		}
		const again = await measurePage(`${origin}/cities/beijing?day_type=weekend`, runs, true);
		rows.push(
			{ what: 'list, repeat visit: performance', value: again.performance, unit: 'of 100' },
			{ what: 'list, repeat visit: LCP', value: again.lcp, unit: 's' },
		);
		rows.push(...(await measureInteraction(origin)), await measureScrolling(5_000));
		return await report('web', rows);
	} finally {
		await baseline.close();
		await daybill.stop();
		await rm(folder, { recursive: true, force: true });
	}
}
