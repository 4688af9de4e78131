/**
 * The script inside every page's HTML, which runs before anything is painted. On a page that arrives rendered (design §9),
 * what people see comes before what makes it interactive: the app's code is loaded once the first picture is painted, after
 * {@link maxDelay} at the latest, or as soon as somebody uses the page. Links, forms, dialogs and disclosures work without
 * the app; a press on any other button is kept for that button (`ui/early-press.ts`).
 */
import { keepEarlyPresses } from '../ui/early-press.ts';
import { supplyInvokerCommands } from '../ui/invoker-commands.ts';
import type { ReadyEvent } from './ready.ts';
import { reloadOnce, watchForLeaving } from './reload-once.ts';

/** Milliseconds after which the code is loaded, whatever became of the picture. */
const maxDelay = 1_500;
const firstUses = ['pointerdown', 'mousemove', 'keydown'];
const ready: ReadyEvent = 'daybill-ready';

const once = (target: EventTarget, type: string) =>
	new Promise<void>((resolve) => {
		const listen = (event: Event) => {
			// A page that appears under a resting pointer has this event too, and nobody has moved anything.
			if (event instanceof MouseEvent && type === 'mousemove' && !event.movementX && !event.movementY) return;
			target.removeEventListener(type, listen, true);
			resolve();
		};
		target.addEventListener(type, listen, { passive: true, capture: true });
	});
const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** Resolves when the picture of the first page, if there is one, has been painted or cannot be. */
async function picturePainted(): Promise<void> {
	const picture = document.querySelector<HTMLImageElement>('img[fetchpriority="high"]');
	// A broken picture is not waited for.
	await picture?.decode().catch(() => undefined);
	await nextFrame();
	await nextFrame();
}

/** @param modules URLs of the app's code */
async function start(script: HTMLScriptElement, modules: readonly string[]): Promise<void> {
	const used = firstUses.map((type) => once(window, type));
	await once(document, 'DOMContentLoaded');
	await Promise.race([...used, picturePainted(), new Promise((resolve) => setTimeout(resolve, maxDelay))]);
	const isReady = once(window, ready);
	await Promise.all(modules.map((url) => import(/* @vite-ignore */ url)));
	await isReady;
	delete script.dataset.modules;
}

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
if (script instanceof HTMLScriptElement && script.dataset.modules !== undefined) {
	const { modules } = script.dataset;
	// When the code cannot be loaded, the page stays as it is: its links, forms and dialogs work.
	start(script, modules.split(' ')).catch(() => reloadOnce(modules));
}
