/** The keys of the ARIA grid pattern in a table of days, one of which has the tab stop. */
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import type { Day } from '../../../contract/event/wall-clock.ts';
import { useLocale } from '../../i18n/locale.tsx';
import { dayForKey } from './month-days.ts';

interface DayKeys {
	/** The day that has the tab stop. Its element has `data-day`. */
	day: Day;
	/** The nearest day that can have it. */
	within?: (day: Day) => Day;
	/** Whether the focus goes to the day at first, and not only after a key. */
	startsFocused?: boolean;
	/** @param step computes the next day from the one that has the tab stop by then */
	onMove: (step: (day: Day) => Day) => void;
}

/** @returns attributes of the table */
export function useDayKeys({ day, within = (each) => each, startsFocused = false, onMove }: DayKeys) {
	const { locale } = useLocale();
	const ref = useRef<HTMLTableElement>(null);
	const movesFocus = useRef(startsFocused);
	// Before the next key, which a passive effect may follow.
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
