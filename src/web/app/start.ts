/**
 * On a screen that came as HTML (design §9), what is seen comes before what makes it work: the program is loaded once the
 * picture is shown that people look at, at the latest after {@link patience}, or as soon as somebody wants something.
 * What they pressed or typed by then is done when the program is there. Links and disclosures work without it.
 */

import type { ReadyEvent } from './ready.ts';

/** Milliseconds after which the program is loaded, whatever became of the picture. */
const patience = 1_500;
const wishes = ['pointerdown', 'pointerover', 'keydown'];
const ready: ReadyEvent = 'daybill-ready';
const held = ['click', 'input', 'submit'];

let pressed: HTMLElement | undefined;
let typed: HTMLInputElement | undefined;
function hold(event: Event): void {
	if (!(event.target instanceof Element)) return;
	if (event.type === 'submit') event.preventDefault();
	else if (event.type === 'click') pressed = event.target.closest('button') ?? undefined;
	else if (event.target instanceof HTMLInputElement) typed = event.target;
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** Ends when the picture of the first screen, if there is one, has been painted, or will never be. */
async function pictureShown(): Promise<void> {
	const picture = document.querySelector<HTMLImageElement>('img[fetchpriority="high"]');
	// A picture that is broken is as good as there.
	await picture?.decode().catch(() => undefined);
	await nextFrame();
	await nextFrame();
}

/** Tells React what stands in a field: it took it over as it is, and watches its setter, but not that of the prototype. */
function typeAgain(field: HTMLInputElement): void {
	const words = field.value;
	field.value = '';
	Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, words);
	field.dispatchEvent(new Event('input', { bubbles: true }));
}

async function start(script: HTMLScriptElement): Promise<void> {
	for (const type of held) window.addEventListener(type, hold, true);
	await new Promise<void>((resolve) => {
		for (const type of wishes)
			window.addEventListener(type, () => resolve(), { once: true, passive: true, capture: true });
		setTimeout(resolve, patience);
		void pictureShown().then(resolve);
	});
	const modules = script.dataset.modules?.split(' ') ?? [];
	const isReady = new Promise((resolve) => window.addEventListener(ready, resolve, { once: true }));
	await Promise.all(modules.map((address) => import(/* @vite-ignore */ address)));
	await isReady;
	for (const type of held) window.removeEventListener(type, hold, true);
	if (typed?.isConnected) typeAgain(typed);
	if (pressed?.isConnected) pressed.click();
	delete script.dataset.modules;
}

const script = document.querySelector<HTMLScriptElement>('script[data-modules]');
if (script !== null) void start(script);
