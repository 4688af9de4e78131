/** What somebody typed into a field of a page that arrived as HTML, before the app was loaded. */
import { type RefObject, useEffect, useRef } from 'react';

/**
 * Hydration leaves such a text in the field and does not report it: this does, once.
 *
 * @param field an input, controlled or empty at first
 * @param take does what the field's `onChange` does
 */
export function useEarlyText(field: RefObject<HTMLInputElement | null>, take: (text: string) => void): void {
	const first = useRef(take);
	useEffect(() => {
		// React sets the default to the value that it rendered.
		const { value = '', defaultValue = '' } = field.current ?? {};
		if (value !== defaultValue) first.current(value);
	}, [field]);
}
