/** Choices of days that a list's bar gets after the first render. */
import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { addDays, type Day, readDay } from '../../../contract/event/wall-clock.ts';
import { m } from '../../i18n/messages.ts';
import { Button } from '../../ui/button.tsx';
import controls from '../../ui/controls.module.css';
import { RemovableChip } from '../../ui/filter-chips.tsx';
import { formatDay } from '../event/format-when.ts';
import type { FoundTime } from '../event/result-count.tsx';
import css from './list-bar.module.css';

/** A service may list events for years ahead; a picker shouldn't. */
const maxDaysAhead = 730;

interface DayPickerProps {
	today: Day;
	day: Day | null;
	pathOf: (day: Day) => string;
}

/** Any day, in the browser's own calendar. */
export function DayPicker({ today, day, pathOf }: DayPickerProps) {
	const navigate = useNavigate();
	const field = useRef<HTMLInputElement>(null);
	// Browsers before 2023 open the calendar only by a tap on the field.
	const open = () => field.current?.showPicker?.();
	return (
		<span className={css.picker}>
			<Button className={controls.chip} onTap={open}>
				{m.discover_pick_day()}
			</Button>
			{/* Over the button, for taps; keyboards use the button, as the field would be several tab stops. */}
			<input
				ref={field}
				type="date"
				tabIndex={-1}
				aria-hidden="true"
				min={today}
				max={addDays(today, maxDaysAhead)}
				// Uncontrolled, so that a date can be typed in steps.
				defaultValue={day ?? ''}
				onClick={open}
				onChange={({ target: { value, validity } }) => {
					const chosen = validity.valid ? readDay(value) : null;
					if (chosen !== null) navigate(pathOf(chosen), { state: { keepsFocus: true } });
				}}
			/>
		</span>
	);
}

/** What was read from the words of a search, with a link that removes these words. */
export function TimeOfWords({
	when,
	path,
	today,
}: {
	when: NonNullable<FoundTime['when']>;
	path: string;
	today: Day;
}) {
	const { from, to, part } = when;
	const [begin, end] = [from, to].map((day) => day && formatDay(day, today));
	const days = begin && end && (begin === end ? begin : m.events_from_to({ begin, end }));
	const partName = part && m[`discover_part_${part}`]();
	const name = partName && days ? m.discover_time_found({ part: partName, days }) : (partName ?? days ?? '');
	return <RemovableChip name={name} path={path} />;
}
