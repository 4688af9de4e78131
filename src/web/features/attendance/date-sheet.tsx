/**
 * Sheet to choose one of an event's days: a list, or six weeks at a time, because an event may last for years. The
 * specification supports days but not hours (Spec §4.2, `participate_date`).
 */
import type { Event } from '../../../contract/event/event.ts';
import { daySpan } from '../../../contract/event/times.ts';
import type { Day } from '../../../contract/event/wall-clock.ts';
import { m } from '../../i18n/messages.ts';
import { useToday } from '../../shared/now.ts';
import { isSignedInHere } from '../../shared/storage.ts';
import { closes } from '../../ui/invoker-commands.ts';
import { Loading } from '../../ui/loading.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { DayChoice } from '../days/day-choice.tsx';
import { formatDay } from '../days/format-when.ts';
import css from './attendance-panel.module.css';

/** Up to two weeks are shown as a list. */
const maxListed = 14;

interface DateSheetProps {
	id: string;
	event: Event;
	/** Those that can be chosen. */
	days: readonly Day[];
	/** Null: undecided; undefined: nothing chosen yet, or unknown. */
	value: Day | null | undefined;
	isLoading: boolean;
	onClose: () => void;
	onChoose: (day: Day | null) => void;
}

const focus = (button: HTMLButtonElement | null) => button?.focus();

export function DateSheet({ id, event, days, value, isLoading, onClose, onChoose }: DateSheetProps) {
	const today = useToday();
	const [first] = days;
	const last = daySpan(event)?.last;
	return (
		<Sheet id={id} title={m.attendance_date()} onClose={onClose}>
			{/* A signed-out visitor can't have chosen a day. */}
			{isLoading && isSignedInHere() ? (
				<Loading />
			) : (
				<>
					{first === undefined || last === undefined ? null : days.length > maxListed ? (
						<DayChoice {...{ first, last, today, value, onChoose }} />
					) : (
						<div className={css.days}>
							{days.map((each) => (
								<button
									key={each}
									{...closes(id)}
									className="button"
									data-day={each}
									ref={each === (value ?? first) ? focus : undefined}
									aria-pressed={each === value}
									aria-current={each === today ? 'date' : undefined}
									onClick={() => onChoose(each)}
								>
									{formatDay(each)}
								</button>
							))}
						</div>
					)}
					<button
						{...closes(id)}
						className="button"
						aria-pressed={value === null}
						onClick={() => onChoose(null)}
					>
						{m.people_no_day()}
					</button>
				</>
			)}
		</Sheet>
	);
}
