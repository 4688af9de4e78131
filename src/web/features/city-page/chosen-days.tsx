/** Choices of days that a list's bar gets after the first render. */
import { useId } from 'react';
import { useNavigate } from 'react-router';
import { addDays, type Day } from '../../../contract/event/wall-clock.ts';
import { m } from '../../i18n/messages.ts';
import controls from '../../ui/controls.module.css';
import { opens } from '../../ui/invoker-commands.ts';
import { Link } from '../../ui/link.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { DayChoice } from '../event/day-choice.tsx';
import { formatDay } from '../event/format-when.ts';
import type { FoundTime } from '../event/result-count.tsx';

/** A service may list events for years ahead; a picker shouldn't. */
const maxDaysAhead = 730;

interface DayPickerProps {
	today: Day;
	day: Day | null;
	pathOf: (day: Day) => string;
}

export function DayPicker({ today, day, pathOf }: DayPickerProps) {
	const navigate = useNavigate();
	const id = useId();
	return (
		<>
			<button {...opens(id)} className={controls.chip}>
				{m.discover_pick_day()}
			</button>
			<Sheet id={id} title={m.discover_pick_day()}>
				<DayChoice
					id={id}
					first={today}
					last={addDays(today, maxDaysAhead)}
					today={today}
					value={day}
					onChoose={(chosen) => navigate(pathOf(chosen), { state: { keepsFocus: true } })}
				/>
			</Sheet>
		</>
	);
}

/** What was read from the words of a search, with a link that removes these words. */
export function TimeOfWords({ time: { when }, path, today }: { time: FoundTime; path: string; today: Day }) {
	const { from, to, part } = when;
	const [begin, end] = [from, to].map((day) => day && formatDay(day, today));
	const days = begin && end && (begin === end ? begin : m.events_from_to({ begin, end }));
	const partName = part && m[`discover_part_${part}`]();
	const name = partName && days ? m.discover_time_found({ part: partName, days }) : (partName ?? days ?? '');
	return (
		<Link className={controls.chip} to={path} aria-current="true" aria-label={m.discover_remove({ name })}>
			{name} ×
		</Link>
	);
}
