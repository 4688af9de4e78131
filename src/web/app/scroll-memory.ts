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
		return () => window.removeEventListener('scrollend', remember);
	}, [key]);

	useLayoutEffect(() => {
		const kept = navigation === 'POP' ? Number(sessionStorage.getItem(prefix + key) ?? 0) : 0;
		window.scrollTo(0, kept);
	}, [key, navigation]);
}
