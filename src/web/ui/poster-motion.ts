/**
 * View transition from a card's poster to the event page's. React Router's `viewTransition` needs data mode, which adds a sixth to
 * a first visit.
 */
import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router';
import { prefersReducedMotion } from './reduced-motion.ts';

let onPageShown: () => void = () => undefined;

/** Call when the next page has rendered. */
export const pageShown = (): void => onPageShown();

/** @returns click handler of a card's link; ignores modified clicks */
export function usePosterMotion(to: string) {
	const navigate = useNavigate();
	return (click: MouseEvent<HTMLAnchorElement>): void => {
		const { button, metaKey, ctrlKey, shiftKey, altKey, currentTarget } = click;
		const poster = currentTarget.closest('article')?.querySelector<HTMLElement>('[data-poster]');
		if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey || !poster) return;
		if (document.startViewTransition === undefined || prefersReducedMotion()) return;
		click.preventDefault();
		const { dataset } = document.documentElement;
		// Another poster of this page may have the name (`ui/tokens.css`).
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
