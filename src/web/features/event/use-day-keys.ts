/** Keys of the ARIA grid pattern in a table of days. */
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import type { Day } from '../../../contract/event/wall-clock.ts';
import { useLocale } from '../../i18n/locale.tsx';
import { dayForKey } from './month-days.ts';

interface DayKeys {
	/** The day with the tab stop. Its element has `data-day`. */
	day: Day;
	/** Nearest day that can take the focus. */
	within?: (day: Day) => Day;
	/** Focuses the day initially, not only after a key. */
	startsFocused?: boolean;
	/** @param step computes the next day from the current one */
	onMove: (step: (day: Day) => Day) => void;
}

/** @returns attributes of the table */
export function useDayKeys({ day, within = (each) => each, startsFocused = false, onMove }: DayKeys) {
	const { locale } = useLocale();
	const ref = useRef<HTMLTableElement>(null);
	const movesFocus = useRef(startsFocused);
	// Not a passive effect, which may run after the next key.
	useLayoutEffect(() => {
		if (!movesFocus.current) return;
		movesFocus.current = false;
		ref.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus();
	}, [day]);
	const onKeyDown = (event: KeyboardEvent) => {
		const isDay = event.target instanceof HTMLElement && event.target.dataset.day !== undefined;
		const next = isDay && !event.altKey && !event.metaKey ? dayForKey(event.key, day, locale) : undefined;
		if (next === undefined) return;
		event.preventDefault();
		if (within(next) === day) return;
		movesFocus.current = true;
		onMove((from) => within(dayForKey(event.key, from, locale) ?? from));
	};
	return { ref, onKeyDown };
}
