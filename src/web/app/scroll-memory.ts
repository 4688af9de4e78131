/** Going back restores the scroll position of the page; going on begins at the top. The router's own needs its data mode. */
import { useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { tabStorage } from '../shared/storage.ts';

const prefix = 'daybill.scroll.';
/** The router's key of an entry that it did not create. Every document begins with it, so it does not identify one. */
const firstEntryKey = 'default';

export function useScrollMemory(): void {
	const { key } = useLocation();
	const navigation = useNavigationType();
	const isFirst = useRef(true);

	// In the layout phase: the next page scrolls to its top as it appears, which is no position of the page before.
	useLayoutEffect(() => {
		const remember = () => tabStorage.write(prefix + key, String(window.scrollY));
		window.addEventListener('scrollend', remember);
		// A click may lead away before scrolling has ended.
		window.addEventListener('click', remember, true);
		return () => {
			window.removeEventListener('scrollend', remember);
			window.removeEventListener('click', remember, true);
		};
	}, [key]);

	useLayoutEffect(() => {
		if (isFirst.current) {
			isFirst.current = false;
			// The browser itself restores the position of a document that arrives rendered.
			if (key === firstEntryKey) {
				tabStorage.write(prefix + key, null);
				return;
			}
		}
		const kept = navigation === 'POP' ? Number(tabStorage.read(prefix + key) ?? 0) : 0;
		window.scrollTo(0, kept);
	}, [key, navigation]);
}
