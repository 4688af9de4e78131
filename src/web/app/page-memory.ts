/**
 * Going back restores the scroll position of the page, and gives the focus to the link that led on; going on begins at the top.
 * The router's own needs its data mode, and restores positions only.
 */
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { tabStorage } from '../shared/storage.ts';
import { keepRecent } from '../ui/recent.ts';

/** How a page was left. */
interface Left {
	/** Its scroll position in pixels. */
	top: number;
	/** URL of the link that was pressed last, and which of those with this URL it was. */
	href?: string;
	index?: number;
}

const storageKey = 'daybill.left';
/** Steps of the history that are kept: a tab may stay open for months. */
const maxKept = 100;
/** The router's key of an entry that it did not create. Every document begins with it, so it does not identify one. */
const firstEntryKey = 'default';

/** By key of the step. */
const readAll = () => new Map(tabStorage.readJson(storageKey) as [string, Left][] | null);
const linksTo = (url: string) => [...document.links].filter(({ href }) => href === url);

/** Keeps how the page of a step stands now. @param more what changes, besides its position */
function keep(key: string, more?: Partial<Left>): void {
	const all = readAll();
	keepRecent(all, maxKept, key, { ...all.get(key), ...more, top: window.scrollY });
	tabStorage.writeJson(storageKey, [...all]);
}

export function usePageMemory(): void {
	const { key } = useLocation();
	const navigation = useNavigationType();
	const isFirst = useRef(true);

	// In the layout phase: the next page scrolls to its top as it appears, which is no position of the page before.
	useLayoutEffect(() => {
		const end = new AbortController();
		const { signal } = end;
		window.addEventListener('scrollend', () => keep(key), { signal });
		// A click may lead away before scrolling has ended.
		const keepPressed = ({ target }: MouseEvent) => {
			const link = target instanceof Element && target.closest('a');
			keep(key, link ? { href: link.href, index: linksTo(link.href).indexOf(link) } : {});
		};
		window.addEventListener('click', keepPressed, { capture: true, signal });
		return () => end.abort();
	}, [key]);

	useLayoutEffect(() => {
		const all = readAll();
		if (isFirst.current) {
			isFirst.current = false;
			// The browser itself restores the position of a document that arrives rendered.
			if (key === firstEntryKey) {
				all.delete(key);
				tabStorage.writeJson(storageKey, [...all]);
				return;
			}
		}
		window.scrollTo(0, navigation === 'POP' ? (all.get(key)?.top ?? 0) : 0);
	}, [key, navigation]);

	// After the effect of the page's heading, which takes the focus. What cannot have it now, as in a closed panel, does nothing.
	useEffect(() => {
		const { href, index = 0 } = (navigation === 'POP' && readAll().get(key)) || {};
		if (href !== undefined) linksTo(href)[index]?.focus({ preventScroll: true });
	}, [key, navigation]);
}
