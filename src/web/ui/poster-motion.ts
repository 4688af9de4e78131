/**
 * View transition from a card's poster to the event page's. React Router's `viewTransition` needs data mode, which
 * would make a first visit one sixth larger.
 */
import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router';
import { prefersReducedMotion } from './reduced-motion.ts';

let onPageShown: () => void = () => undefined;

/** Must be called when the next page has rendered. */
export const pageShown = (): void => onPageShown();

/** @returns click handler for a card's link; ignores modified clicks */
export function usePosterMotion(to: string) {
	const navigate = useNavigate();
	return (click: MouseEvent<HTMLAnchorElement>): void => {
		const { button, metaKey, ctrlKey, shiftKey, altKey, currentTarget } = click;
		const poster = currentTarget.closest('article')?.querySelector<HTMLElement>('[data-poster]');
		if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey || !poster) return;
		if (document.startViewTransition === undefined || prefersReducedMotion()) return;
		click.preventDefault();
		const { dataset } = document.documentElement;
		// Another poster on this page may have the transition name (`ui/tokens.css`).
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
		// Rejects if the browser skips the transition.
		transition.ready.catch(() => undefined);
	};
}
