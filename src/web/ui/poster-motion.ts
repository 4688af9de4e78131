/**
 * The poster of a card grows into that of the event's page: a view transition of the browser. The router's `viewTransition` needs its
 * data mode.
 */
import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router';
import { prefersReducedMotion } from './reduced-motion.ts';

let onPageShown: () => void = () => undefined;

/** To be called once the page of a navigation is in the document. */
export const pageShown = (): void => onPageShown();

/** @returns handler of a link's click, which moves the poster of the link's card; a modified click is left to the browser */
export function usePosterMotion(to: string) {
	const navigate = useNavigate();
	return (click: MouseEvent<HTMLAnchorElement>): void => {
		const { button, metaKey, ctrlKey, shiftKey, altKey, currentTarget } = click;
		const poster = currentTarget.closest('article')?.querySelector<HTMLElement>('[data-poster]');
		if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey || !poster) return;
		if (document.startViewTransition === undefined || prefersReducedMotion()) return;
		click.preventDefault();
		const { dataset } = document.documentElement;
		// The page may show the poster of another event, which gives up the name.
		dataset.moving = '';
		poster.style.viewTransitionName = 'poster';
		const transition = document.startViewTransition(async () => {
			await new Promise<void>((resolve) => {
				onPageShown = resolve;
				void navigate(to);
			});
			poster.style.viewTransitionName = '';
			delete dataset.moving;
		});
		// Rejected when the browser skips the motion: the page is shown all the same.
		transition.ready.catch(() => undefined);
	};
}
