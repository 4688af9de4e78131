/**
 * Inline script of every page; runs before the first paint. On a server-rendered page, it imports the app after the
 * first image is painted, or on the first interaction (decision 12). Until then, links, forms, dialogs and disclosures
 * work with HTML alone, and taps on other buttons are queued.
 */
import { isSignedInHere } from '../shared/storage.ts';
import { attempt } from '../ui/attempt.ts';
import { queueEarlyTaps } from '../ui/early-tap.ts';
import { supplyInvokerCommands } from '../ui/invoker-commands.ts';
import { ignoreRepeatedTaps } from '../ui/repeated-taps.ts';
import { reloadOnce, watchForLeaving } from './missing-code.ts';
import { trustWorkerUrls, workerUrls } from './worker-urls.ts';

/** Longest time until the app is imported. */
const maxDelayMs = 1_500;
const { dataset } = document.documentElement;

/** Whether an earlier page in this tab has loaded the font of headings, which is then cached. */
const isFontCached = () =>
	attempt(() => {
		const key = 'daybill.font';
		const isCached = sessionStorage.getItem(key) !== null;
		sessionStorage.setItem(key, '');
		return isCached;
	});

const once = (target: EventTarget, type: string) =>
	new Promise((resolve) =>
		target.addEventListener(type, resolve, { once: true, passive: true, capture: true }),
	);
const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
async function framePainted(): Promise<void> {
	await nextFrame();
	await nextFrame();
}

async function imagePainted(): Promise<void> {
	const image = document.querySelector<HTMLImageElement>('img[fetchpriority="high"]');
	await image?.decode().catch(() => undefined);
	await new Promise((resolve) => new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true }));
	await framePainted();
}

async function start(): Promise<void> {
	const use = [once(window, 'pointerdown'), once(window, 'keydown')];
	// Holds back all images but the first (`ui/tokens.css`).
	dataset.holding = '';
	await once(document, 'DOMContentLoaded');
	await Promise.race([...use, imagePainted(), new Promise((resolve) => setTimeout(resolve, maxDelayMs))]);
	const icons = document.querySelectorAll<HTMLLinkElement>('link[data-href]');
	for (const icon of icons) icon.href = icon.dataset.href ?? '';
	const links = [...document.querySelectorAll<HTMLLinkElement>('link[data-rel]')];
	for (const link of links) link.rel = link.dataset.rel ?? '';
	const modules = links.filter(({ rel }) => rel === 'modulepreload');
	const imported = Promise.all(modules.map(({ href }) => import(/* @vite-ignore */ href))).catch(reloadOnce);
	// Started after the app's imports, because the app doesn't depend on this worker.
	new Worker(workerUrls.firstFormat);
	// Paint the effect of a tap before the changes below, which restyle the whole page.
	await framePainted();
	delete dataset.holding;
	dataset.font = '';
	await imported;
}

// Hides "Sign in" from signed-in people while the app loads (`app/shell.module.css`).
if (isSignedInHere()) dataset.signedIn = '';
const isWaiting = document.currentScript?.dataset.waiting !== undefined;
if (!isWaiting || isFontCached()) dataset.font = '';
// Called first, because the listeners below must not see repeated taps.
ignoreRepeatedTaps();
queueEarlyTaps();
supplyInvokerCommands();
watchForLeaving();
if (!isWaiting)
	// A page without content requests the app by tags in its HTML. After a deployment, those files may be missing.
	window.addEventListener(
		'error',
		({ target }) => {
			if (target instanceof HTMLScriptElement) void reloadOnce();
		},
		true,
	);
else void start();
// Last, because it throws if a browser extension has created the default policy.
trustWorkerUrls();
