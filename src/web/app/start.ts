/**
 * On a page that arrives as HTML (design §9), what people see comes before what makes it interactive: the app's code is
 * loaded once the first picture is painted, after {@link maxDelay} at the latest, or as soon as somebody uses the page. A
 * button that was pressed meanwhile is pressed again then. Links and disclosures work without the app.
 */

import type { ReadyEvent } from './ready.ts';

/** Milliseconds after which the code is loaded, whatever became of the picture. */
const maxDelay = 1_500;
const firstUses = ['pointerdown', 'pointerover', 'keydown'];
const ready: ReadyEvent = 'daybill-ready';
const early = ['click', 'submit'];

let pressed: HTMLElement | undefined;
function onEarlyEvent(event: Event): void {
	// The browser would send the form itself. What was typed stays in the field, and the app reads it there.
	if (event.type === 'submit') event.preventDefault();
	else if (event.target instanceof Element) pressed = event.target.closest('button') ?? undefined;
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** Resolves when the picture of the first page, if there is one, has been painted or cannot be. */
async function picturePainted(): Promise<void> {
	const picture = document.querySelector<HTMLImageElement>('img[fetchpriority="high"]');
	// A broken picture is not waited for.
	await picture?.decode().catch(() => undefined);
	await nextFrame();
	await nextFrame();
}

async function start(script: HTMLScriptElement): Promise<void> {
	for (const type of early) window.addEventListener(type, onEarlyEvent, true);
	await new Promise<void>((resolve) => {
		for (const type of firstUses)
			window.addEventListener(type, () => resolve(), { once: true, passive: true, capture: true });
		setTimeout(resolve, maxDelay);
		void picturePainted().then(resolve);
	});
	const modules = script.dataset.modules?.split(' ') ?? [];
	const isReady = new Promise((resolve) => window.addEventListener(ready, resolve, { once: true }));
	await Promise.all(modules.map((url) => import(/* @vite-ignore */ url)));
	await isReady;
	for (const type of early) window.removeEventListener(type, onEarlyEvent, true);
	if (pressed?.isConnected) pressed.click();
	delete script.dataset.modules;
}

const script = document.querySelector<HTMLScriptElement>('script[data-modules]');
if (script !== null) void start(script);
