/**
 * The script inside every page's HTML, which runs before anything is painted. On a page that arrives rendered (design §9),
 * what people see comes before what makes it interactive (decision 12): the app's code is loaded once the first image is
 * painted, and runs once somebody uses the page, or after {@link restTime}. Links, forms, dialogs and disclosures work
 * without the app; a press on any other button is kept for that button (`ui/early-press.ts`).
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
/** Milliseconds that a page stays as it is when nobody uses it: on a slow phone, starting the app holds up what is pressed then. */
const restTime = 3_000;
/** Milliseconds in which even a slow phone shows that something is pressed. */
const paintTime = 100;
const ready: ReadyEvent = 'daybill-ready';

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** @param isIt which of these events is waited for */
const once = <Type extends string>(
	target: EventTarget,
	type: Type,
	isIt: (event: Event) => boolean = () => true,
) =>
	new Promise<void>((resolve) => {
		const listen = (event: Event) => {
			if (!isIt(event)) return;
			target.removeEventListener(type, listen, true);
			resolve();
		};
		target.addEventListener(type, listen, { passive: true, capture: true });
	});

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

/** A page that appears under a resting pointer has this event too, and nobody has moved anything. */
const isMoved = (event: Event) =>
	event instanceof MouseEvent && (event.movementX !== 0 || event.movementY !== 0);
/** A row of filters begins where the chosen one is (`ui/controls.module.css`), which nobody has done. */
const isOfPage = ({ target }: Event) => target === document;
/** A link that the browser follows by itself leads to another page, which this one would only hold up. */
const isOfThisPage = ({ target }: Event) => !(target instanceof Element && target.closest('a[href]'));

/** Resolves when somebody has used the page in a way that the app has a part in. */
async function used(): Promise<void> {
	await Promise.race([
		once(window, 'mousemove', isMoved),
		once(window, 'keydown'),
		once(window, 'scroll', isOfPage),
		once(window, 'click', isOfThisPage),
	]);
	// What the browser itself answers is on the screen first.
	await wait(paintTime);
}

/** @param script which says that the app is waited for */
async function start(script: HTMLScriptElement): Promise<void> {
	const use = used();
	const loadImages = holdImages();
	await once(document, 'DOMContentLoaded');
	await Promise.race([use, imagePainted(), wait(maxDelay)]);
	loadImages();
	const links = [...document.querySelectorAll<HTMLLinkElement>('link[data-rel]')];
	for (const link of links) link.rel = link.dataset.rel ?? '';
	// Signed-in people see what is their own only with the app.
	if (!isSignedIn) await Promise.race([use, wait(restTime)]);
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

const isSignedIn = isSignedInHere();
// Nobody who is signed in is asked to sign in while the app is on its way (`features/session/session-menu.module.css`).
if (isSignedIn) document.documentElement.dataset.signedIn = '';
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
