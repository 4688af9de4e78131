import { useLocation, useNavigate } from 'react-router';

/** State stored in the history entry, so that Back shows the page as it was. */
export function useEntryState<State extends object>(
	initial: State,
): [State, (changed: Partial<State>) => void] {
	const navigate = useNavigate();
	const { search, state } = useLocation();
	const change = (changed: Partial<State>) =>
		void navigate({ search }, { replace: true, state: { ...state, ...changed, keepsFocus: true } });
	return [{ ...initial, ...(state as Partial<State> | null) }, change];
}
