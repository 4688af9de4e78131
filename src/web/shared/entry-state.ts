import { useEffect, useState } from 'react';

/**
 * State that each click stores in the history entry, so that Back shows the page as it was. Doesn't navigate to store
 * it: if the state changed after a tap on a link, that navigation would replace the next page.
 *
 * @param name of the state in the entry
 */
export function useEntryState<State>(name: string, initial: State) {
	const stored = window.history.state as Readonly<Record<string, State>> | null;
	const [state, setState] = useState(stored?.[name] ?? initial);
	useEffect(() => {
		const store = () => window.history.replaceState({ ...window.history.state, [name]: state }, '');
		window.addEventListener('click', store, true);
		return () => window.removeEventListener('click', store, true);
	}, [name, state]);
	return [state, setState] as const;
}
