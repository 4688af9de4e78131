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
	/** Its distance from the top of the window, in pixels. */
	linkTop?: number;
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
			if (!link) return keep(key);
			const index = linksTo(link.href).indexOf(link);
			keep(key, { href: link.href, index, linkTop: link.getBoundingClientRect().top });
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
				if (all.delete(key)) tabStorage.writeJson(storageKey, [...all]);
				return;
			}
		}
		window.scrollTo(0, navigation === 'POP' ? (all.get(key)?.top ?? 0) : 0);
	}, [key, navigation]);

	// After the effect of the page's heading, which takes the focus. A link in a closed panel cannot have it: then nothing happens.
	useEffect(() => {
		const { href, index = 0, linkTop = 0 } = (navigation === 'POP' && readAll().get(key)) || {};
		if (href === undefined) return;
		const end = new AbortController();
		const first = document.activeElement;
		let placedAt = 0;
		// Not by the position of the page: what is above may have other heights until it has been in the window.
		const place = (link: Element) => {
			window.scrollBy(0, link.getBoundingClientRect().top - linkTop);
			placedAt = window.scrollY;
		};
		const giveBack = () => {
			const link = linksTo(href)[index];
			const { activeElement } = document;
			if (link === undefined || link === activeElement) return;
			if (activeElement !== first && activeElement !== document.body) return end.abort();
			link.focus({ preventScroll: true });
			if (document.activeElement === link) place(link);
		};
		// What the page shows may come later, or be replaced, until somebody uses the page.
		const observer = new MutationObserver(giveBack);
		// What is above may also grow later, for example when its code has come.
		const growth = new ResizeObserver(() => {
			const link = linksTo(href)[index];
			if (link !== undefined && link === document.activeElement && window.scrollY === placedAt) place(link);
		});
		end.signal.addEventListener('abort', () => {
			observer.disconnect();
			growth.disconnect();
		});
		for (const use of ['pointerdown', 'keydown', 'wheel'])
			window.addEventListener(use, () => end.abort(), { signal: end.signal, passive: true });
		observer.observe(document.body, { childList: true, subtree: true });
		growth.observe(document.body);
		giveBack();
		return () => end.abort();
	}, [key, navigation]);
}
