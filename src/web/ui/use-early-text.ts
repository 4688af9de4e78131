import { type RefObject, useEffect, useEffectEvent } from 'react';

/**
 * Reports text that was typed before hydration, because React doesn't.
 *
 * @param take same as the field's `onChange`
 */
export function useEarlyText(field: RefObject<HTMLInputElement | null>, take: (text: string) => void): void {
	const replay = useEffectEvent(take);
	useEffect(() => {
		// React sets `defaultValue` to the text that it rendered, so any difference was typed.
		const { value = '', defaultValue = '' } = field.current ?? {};
		if (value !== defaultValue) replay(value);
	}, [field]);
}
