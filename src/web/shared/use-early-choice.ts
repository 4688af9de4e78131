/** Which radio button somebody chose on a page that arrived as HTML, before the app was loaded. */
import { type RefObject, useEffect, useRef } from 'react';

/**
 * Hydration leaves such a choice in the page and does not report it: this does, once.
 *
 * @param group has controlled radio buttons
 * @param take gets the value of the chosen one
 */
export function useEarlyChoice(group: RefObject<HTMLElement | null>, take: (value: string) => void): void {
	const first = useRef(take);
	useEffect(() => {
		const radios = group.current?.querySelectorAll<HTMLInputElement>('[type=radio]') ?? [];
		// React sets the default to what it rendered.
		const chosen = [...radios].find(({ checked, defaultChecked }) => checked && !defaultChecked);
		if (chosen !== undefined) first.current(chosen.value);
	}, [group]);
}
