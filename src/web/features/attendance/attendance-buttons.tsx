/** The day, Join or Leave, and Interested. */
import { useRef, useState } from 'react';
import type { Event } from '../../../contract/event/event.ts';
import { m } from '../../i18n/generated/messages.js';
import controls from '../../ui/controls.module.css';
import { useEarlyPress } from '../../ui/use-early-press.ts';
import css from './attendance-panel.module.css';
import { DateChoice, firstChoice } from './date-choice.tsx';
import type { OwnRelation } from './own-relations.ts';
import type { Wanted } from './send-change.ts';

/** Milliseconds. Shorter than anybody takes to see that a button has changed. */
const doublePress = 300;

/** Ignores a press right after another one: a double tap on Join must not reach the Leave that replaces it. */
function useSinglePress() {
	const last = useRef(Number.NEGATIVE_INFINITY);
	return (press: () => void) => () => {
		const now = performance.now();
		const sincePrevious = now - last.current;
		last.current = now;
		if (sincePrevious > doublePress) press();
	};
}

interface PressProps {
	/** Pressed before the relation was known: done when it is. */
	isWaiting: boolean;
	onPress: () => void;
}

function JoinButton({ isWaiting, onPress }: PressProps) {
	return (
		<button
			{...useEarlyPress(onPress)}
			type="button"
			className={`${controls.button} ${controls.primary}`}
			aria-busy={isWaiting || undefined}
			onClick={onPress}
		>
			{m.attendance_join()}
		</button>
	);
}

function InterestedButton({ isOn, isWaiting, onPress }: PressProps & { isOn: boolean }) {
	return (
		<button
			{...useEarlyPress(onPress)}
			type="button"
			className={controls.button}
			aria-pressed={isOn}
			aria-busy={isWaiting || undefined}
			onClick={onPress}
		>
			{m.attendance_interested()}
		</button>
	);
}

function LeaveButton({ onClick }: { onClick: () => void }) {
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
	/** What was pressed before the relation was known. */
	waiting: Wanted;
	onWanted: (wanted: Wanted) => void;
}

/** They take presses also while the relation is not known. */
export function AttendanceButtons({ event, relation, waiting, onWanted }: ButtonsProps) {
	/** The day, and the relation for which it was chosen: a later relation says which day it is. */
	const [choice, setChoice] = useState(() => ({ day: firstChoice(event), relation }));
	/** For a Join right after the choice, which may come before the next render. */
	const latest = useRef(choice.day);
	const pressGoing = useSinglePress();
	const pressInterest = useSinglePress();
	const joined = relation?.joined === true;
	const wished = relation?.wished === true;
	return (
		<section
			className={css.panel}
			aria-label={m.attendance_title()}
			aria-busy={relation === null || undefined}
		>
			<DateChoice
				times={event}
				value={joined && choice.relation !== relation ? relation.day : choice.day}
				onChange={(day) => {
					latest.current = day;
					setChoice({ day, relation });
					if (relation === null) onWanted({ day });
					else if (joined) onWanted({ joined: true, day });
				}}
			/>
			<div className={css.buttons} data-bar>
				{joined && <p className={css.going}>{m.attendance_going()}</p>}
				{joined ? (
					<LeaveButton onClick={pressGoing(() => onWanted({ joined: false, day: undefined }))} />
				) : (
					<JoinButton
						isWaiting={waiting.joined === true}
						onPress={pressGoing(() => onWanted({ joined: true, day: latest.current }))}
					/>
				)}
				<InterestedButton
					isOn={wished}
					isWaiting={waiting.wished === true}
					onPress={pressInterest(() => onWanted({ wished: !wished }))}
				/>
			</div>
		</section>
	);
}

/** After the end there is nothing to join, but what was joined or marked can be taken back. */
export function ButtonsAfterEnd({ relation, onWanted }: Pick<ButtonsProps, 'relation' | 'onWanted'>) {
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
