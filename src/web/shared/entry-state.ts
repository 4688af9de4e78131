import { useEffect, useState } from 'react';

/**
 * State that each click stores in the history entry, so that Back shows the page as it was. Not stored by navigating: if
 * the state still changed after a tap on a link, that would replace the next page.
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
