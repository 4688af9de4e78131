/** The day, Join or Leave, and Interested. */
import { type MouseEvent, useRef, useState } from 'react';
import type { Event } from '../../../contract/event/event.ts';
import { m } from '../../i18n/generated/messages.js';
import controls from '../../ui/controls.module.css';
import css from './attendance-panel.module.css';
import { DateChoice, firstChoice } from './date-choice.tsx';
import type { OwnRelation } from './own-relations.ts';
import type { Wanted } from './send-change.ts';

/** Milliseconds. Shorter than anybody takes to see that a button has changed. */
const doublePress = 300;

/** Ignores a press right after another one: a double tap on Join must not reach the Leave that replaces it. */
function useSinglePress() {
	const last = useRef(Number.NEGATIVE_INFINITY);
	return (press: () => void) => (event: MouseEvent) => {
		const sincePrevious = event.timeStamp - last.current;
		last.current = event.timeStamp;
		if (sincePrevious > doublePress) press();
	};
}

function LeaveButton({ onClick }: { onClick: (event: MouseEvent) => void }) {
	return (
		<button type="button" className={controls.button} onClick={onClick}>
			{m.attendance_leave()}
		</button>
	);
}

interface ButtonsProps {
	event: Event;
	/** Null while it is not known. */
	relation: OwnRelation | null;
	onWanted: (wanted: Wanted) => void;
}

/** Disabled while the relation is not known. */
export function AttendanceButtons({ event, relation, onWanted }: ButtonsProps) {
	const [chosen, setChosen] = useState(() => firstChoice(event));
	const pressGoing = useSinglePress();
	const pressInterest = useSinglePress();
	const isUnknown = relation === null;
	const joined = relation?.joined === true;
	const wished = relation?.wished === true;
	return (
		<section className={css.panel} aria-label={m.attendance_title()}>
			<DateChoice
				times={event}
				value={joined ? relation.day : chosen}
				onChange={(day) => {
					setChosen(day);
					if (joined) onWanted({ joined: true, day });
				}}
			/>
			<div className={css.buttons} data-bar>
				{joined && <p className={css.going}>{m.attendance_going()}</p>}
				{joined ? (
					<LeaveButton onClick={pressGoing(() => onWanted({ joined: false, day: undefined }))} />
				) : (
					<button
						type="button"
						className={`${controls.button} ${controls.primary}`}
						disabled={isUnknown}
						onClick={pressGoing(() => onWanted({ joined: true, day: chosen }))}
					>
						{m.attendance_join()}
					</button>
				)}
				<button
					type="button"
					className={controls.button}
					aria-pressed={wished}
					disabled={isUnknown}
					onClick={pressInterest(() => onWanted({ wished: !wished }))}
				>
					{m.attendance_interested()}
				</button>
			</div>
		</section>
	);
}

/** After the end there is nothing to join, but what was joined or marked can be taken back. */
export function ButtonsAfterEnd({ relation, onWanted }: Omit<ButtonsProps, 'event'>) {
	return (
		<section className={css.panel} aria-label={m.attendance_title()}>
			<p>{m.attendance_over()}</p>
			<div className={css.buttons} data-bar>
				{relation?.joined === true && (
					<LeaveButton onClick={() => onWanted({ joined: false, day: undefined })} />
				)}
				{relation?.wished === true && (
					<button
						type="button"
						className={controls.button}
						aria-pressed
						onClick={() => onWanted({ wished: false })}
					>
						{m.attendance_interested()}
					</button>
				)}
			</div>
		</section>
	);
}
