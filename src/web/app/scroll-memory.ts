/** Going back finds the place that was left; going on begins at the top. The router's own needs its data mode. */
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

const prefix = 'daybill.scroll.';
/** The router's key of an entry that it did not make: every document begins with it, so it tells none apart. */
const anyFirstEntry = 'default';

export function useScrollMemory(): void {
	const { key } = useLocation();
	const navigation = useNavigationType();
	const isFirst = useRef(true);

	useEffect(() => {
		const remember = () => sessionStorage.setItem(prefix + key, String(window.scrollY));
		window.addEventListener('scrollend', remember);
		// A press may lead away before a scroll has come to its end.
		window.addEventListener('click', remember, true);
		return () => {
			window.removeEventListener('scrollend', remember);
			window.removeEventListener('click', remember, true);
		};
	}, [key]);

	useLayoutEffect(() => {
		if (isFirst.current) {
			isFirst.current = false;
			// A document that comes rendered is where the browser put it, which knows what it was left at.
			if (key === anyFirstEntry) {
				sessionStorage.removeItem(prefix + key);
				return;
			}
		}
		const kept = navigation === 'POP' ? Number(sessionStorage.getItem(prefix + key) ?? 0) : 0;
		window.scrollTo(0, kept);
	}, [key, navigation]);
}
