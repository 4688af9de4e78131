/**
 * Keeps the browser from scrolling before the page of a step back is there. For the frame in which a motion takes its image of
 * the page before, that page would stand where the next one was left. From then on `page-memory.ts` alone restores positions.
 */

const take = () => {
	window.history.scrollRestoration = 'manual';
};
/** A document that is opened again arrives rendered, before the app: there the browser has to restore the position. */
const giveBack = () => {
	window.history.scrollRestoration = 'auto';
};

/** Takes effect for the present step of the history and for those that follow it. To call it again changes nothing. */
export function restoreScrollOurselves(): void {
	take();
	window.addEventListener('pageshow', take);
	window.addEventListener('pagehide', giveBack);
}
