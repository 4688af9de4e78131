/** Going back finds the place that was left; going on begins at the top. The router's own needs its data mode. */
import { useEffect, useLayoutEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router';

const prefix = 'daybill.scroll.';

export function useScrollMemory(): void {
	const { key } = useLocation();
	const navigation = useNavigationType();

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
		const kept = navigation === 'POP' ? Number(sessionStorage.getItem(prefix + key) ?? 0) : 0;
		window.scrollTo(0, kept);
	}, [key, navigation]);
}
