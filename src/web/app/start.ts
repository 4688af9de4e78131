/**
 * The script inside every page's HTML, which runs before anything is painted. On a page that arrives rendered (design §9),
 * what people see comes before what makes it interactive (decision 12): the app is imported once the first image is
 * painted, or when the page is used before. Links, forms, dialogs and disclosures work without the app; a tap on any other
 * button waits for that button (`ui/early-press.ts`).
 */
import { isSignedInHere } from '../shared/storage.ts';
import { keepEarlyPresses } from '../ui/early-press.ts';
import { supplyInvokerCommands } from '../ui/invoker-commands.ts';
import type { ReadyEvent } from './ready.ts';
import { reloadOnce, watchForLeaving } from './reload-once.ts';

/** Of the root element while images are kept from being loaded (`ui/tokens.css`). */
const holding = 'holding';
/** Milliseconds after which the code is loaded, whatever became of the image. */
const maxDelay = 1_500;
const ready: ReadyEvent = 'daybill-ready';

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

const once = (target: EventTarget, type: string) =>
	new Promise((resolve) =>
		target.addEventListener(type, resolve, { once: true, passive: true, capture: true }),
	);

/**
 * Keeps all images but the first from being loaded, so that it shares the connection with none of them. Without scripts they are
 * loaded at once.
 *
 * @returns what lets them be loaded
 */
function holdImages(): () => void {
	const { dataset } = document.documentElement;
	dataset[holding] = '';
	return () => void delete dataset[holding];
}

/** Resolves when the browser has shown something of the page, which can be later than the frame in which it was drawn. */
const shown = () =>
	new Promise<void>((resolve) =>
		new PerformanceObserver(() => resolve()).observe({ type: 'paint', buffered: true }),
	);

/** Resolves when the image of the first page, if there is one, has been painted or cannot be. */
async function imagePainted(): Promise<void> {
	const image = document.querySelector<HTMLImageElement>('img[fetchpriority="high"]');
	// A broken image is not waited for.
	await Promise.all([image?.decode().catch(() => undefined), shown()]);
	await nextFrame();
	await nextFrame();
}

/** @param script which says that the app is waited for */
async function start(script: HTMLScriptElement): Promise<void> {
	const use = [once(window, 'pointerdown'), once(window, 'keydown')];
	const loadImages = holdImages();
	await once(document, 'DOMContentLoaded');
	await Promise.race([...use, imagePainted(), wait(maxDelay)]);
	loadImages();
	const links = [...document.querySelectorAll<HTMLLinkElement>('link[data-rel]')];
	for (const link of links) link.rel = link.dataset.rel ?? '';
	const modules = links.filter(({ rel }) => rel === 'modulepreload').map(({ href }) => href);
	const isReady = once(window, ready);
	try {
		await Promise.all(modules.map((url) => import(/* @vite-ignore */ url)));
	} catch {
		// The page stays as it is: its links, forms and dialogs work.
		return reloadOnce(modules.join(' '));
	}
	await isReady;
	delete script.dataset.waiting;
}

// Nobody who is signed in is asked to sign in while the app is on its way (`features/session/session-menu.module.css`).
if (isSignedInHere()) document.documentElement.dataset.signedIn = '';
keepEarlyPresses();
supplyInvokerCommands();
watchForLeaving();
// The first script of a page that is not rendered on the server.
window.addEventListener(
	'error',
	({ target }) => {
		if (target instanceof HTMLScriptElement) void reloadOnce(target.src);
	},
	{ capture: true },
);
const script = document.currentScript;
if (script instanceof HTMLScriptElement && script.dataset.waiting !== undefined) void start(script);
