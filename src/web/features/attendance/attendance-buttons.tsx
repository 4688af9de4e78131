/** Join, which becomes Going with a menu, and Interested. */
import { type ReactNode, type Ref, useId, useRef } from 'react';
import type { Event } from '../../../contract/event/event.ts';
import { daySpan, hasSeveralDays } from '../../../contract/event/times.ts';
import type { Day } from '../../../contract/event/wall-clock.ts';
import { useLocale } from '../../i18n/locale.tsx';
import { m } from '../../i18n/messages.ts';
import controls from '../../ui/controls.module.css';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { closes, opens } from '../../ui/invoker-commands.ts';
import { useEarlyTap } from '../../ui/use-early-tap.ts';
import { formatDay } from '../event/format-when.ts';
import { useShare } from '../event/share-button.tsx';
import css from './attendance-panel.module.css';
import { DateSheet } from './date-sheet.tsx';
import type { Change, OwnRelation } from './own-relation.ts';

/** Shorter than it takes to see that a button has changed. */
const doubleTapMs = 300;

/** @returns whether a tap counts: one right after another does not, since a double tap on Join must not leave */
function useSingleTap(): () => boolean {
	const last = useRef(Number.NEGATIVE_INFINITY);
	return () => {
		const now = performance.now();
		const sincePrevious = now - last.current;
		last.current = now;
		return sincePrevious > doubleTapMs;
	};
}

interface JoinProps {
	/** What Join has become; null before joining. */
	going: ReactNode;
	/** Id of the dialog that a tap opens, which needs no code of the app; null: the tap joins. */
	opened: string | null;
	/** Whether the event has a choice of days. */
	hasDays: boolean;
	/** Tapped before the relation was known: done when it is. */
	isWaiting: boolean;
	isSingle: () => boolean;
	onJoin: () => void;
}

/** Join, which becomes Going: the same element, so that it keeps the focus. */
function JoinButton({ going, opened, hasDays, isWaiting, isSingle, onJoin }: JoinProps) {
	const early = useEarlyTap(onJoin);
	return (
		<button
			{...(!hasDays && early)}
			{...(opened === null ? { type: 'button' } : opens(opened))}
			className={`${controls.button} ${going === null ? controls.primary : css.going}`}
			aria-busy={isWaiting || undefined}
			onClick={(event) => {
				if (!isSingle()) event.preventDefault();
				else if (opened === null) onJoin();
			}}
		>
			{going ?? m.attendance_join()}
		</button>
	);
}

interface WishProps {
	wished: boolean;
	isWaiting: boolean;
	onTap: () => void;
}

function WishButton({ wished, isWaiting, onTap }: WishProps) {
	return (
		<button
			{...useEarlyTap(onTap)}
			type="button"
			className={`${controls.button} ${css.wish}`}
			aria-label={m.attendance_interested()}
			aria-pressed={wished}
			aria-busy={isWaiting || undefined}
			onClick={onTap}
		>
			<Icon name="heart" />
		</button>
	);
}

interface MenuProps {
	id: string;
	event: Event;
	/** Id of the dialog with the days; null where there is no choice. */
	days: string | null;
	/** See {@link ButtonsProps}. */
	menu: ReactNode;
	onLeave: () => void;
}

/** What one may do about an event that one goes to. */
function GoingMenu({ id, event, days, menu, onLeave }: MenuProps) {
	const share = useShare(event.title);
	return (
		<Dialog id={id} title={m.attendance_going()} isSheet>
			{days !== null && (
				<button
					{...opens(days)}
					className={controls.button}
					onClick={({ currentTarget }) => currentTarget.closest('dialog')?.close()}
				>
					<Icon name="calendar" />
					{m.attendance_change_day()}
				</button>
			)}
			<button {...closes(id)} className={controls.button} onClick={share}>
				<Icon name="share" />
				{m.attendance_tell()}
			</button>
			{menu}
			<button {...closes(id)} className={controls.button} onClick={onLeave}>
				<Icon name="leave" />
				{m.attendance_leave()}
			</button>
		</Dialog>
	);
}

/** For example `Going ✓ · Sat 28 Nov`. @param day null: not decided; undefined: not known */
function Going({ day }: { day: Day | null | undefined }) {
	const { locale } = useLocale();
	const chosen = day === null ? m.attendance_undecided() : day && formatDay(day, locale);
	return (
		<span>
			{m.attendance_going()} <span aria-hidden="true">✓</span>
			{chosen && ` · ${chosen}`}
		</span>
	);
}

const leave: Change = { kind: 'leave', day: null };
const unwish: Change = { kind: 'unwish', day: null };

interface ButtonsProps {
	event: Event;
	/** Null while it is not known. */
	relation: OwnRelation | null;
	/** Changes that were asked for before the relation was known. */
	waiting: readonly Change[];
	onChange: (change: Change) => void;
	/** What the menu of who goes has besides. */
	menu: ReactNode;
	/** Of the region that they are in, which can have the focus. */
	ref: Ref<HTMLElement>;
}

/** They take taps also while the relation is not known. */
export function AttendanceButtons({ event, relation, waiting, onChange, menu, ref }: ButtonsProps) {
	const isSingleJoin = useSingleTap();
	const isSingleWish = useSingleTap();
	const isWaiting = (kind: Change['kind']) => waiting.some((change) => change.kind === kind);
	const joined = relation?.joined === true;
	const wished = relation?.wished === true;
	const [days, actions] = [useId(), useId()];
	const span = daySpan(event);
	const hasDays = hasSeveralDays(event);
	const day = hasDays ? relation?.day : span?.first;
	return (
		<section
			ref={ref}
			tabIndex={-1}
			className={css.panel}
			aria-label={m.attendance_title()}
			aria-busy={relation === null || undefined}
		>
			{joined && hasDays && day === undefined && <p>{m.attendance_day_unknown()}</p>}
			<div className={css.buttons} data-bar>
				<JoinButton
					key={String(hasDays)}
					going={joined ? <Going day={day} /> : null}
					opened={joined ? actions : hasDays ? days : null}
					hasDays={hasDays}
					isWaiting={isWaiting('join')}
					isSingle={isSingleJoin}
					onJoin={() => onChange({ kind: 'join', day: span?.first ?? null })}
				/>
				{/* Who goes is more than interested. */}
				{!joined && (
					<WishButton
						wished={wished}
						isWaiting={isWaiting('wish')}
						onTap={() => {
							if (isSingleWish()) onChange(wished ? unwish : { kind: 'wish', day: null });
						}}
					/>
				)}
			</div>
			<noscript>
				<p>{m.words_needs_scripts()}</p>
			</noscript>
			<GoingMenu
				id={actions}
				event={event}
				menu={menu}
				days={hasDays ? days : null}
				onLeave={() => {
					// A second tap is on Join, below the menu.
					isSingleJoin();
					onChange(leave);
				}}
			/>
			{hasDays && span !== null && (
				<DateSheet
					id={days}
					span={span}
					value={joined ? relation.day : undefined}
					onChoose={(chosen) => onChange({ kind: 'join', day: chosen })}
				/>
			)}
		</section>
	);
}

type AfterEndProps = Pick<ButtonsProps, 'relation' | 'onChange' | 'ref'>;

/** After the end there is nothing to join, but what was joined or marked can be taken back. */
export function ButtonsAfterEnd({ relation, onChange, ref }: AfterEndProps) {
	const joined = relation?.joined === true;
	const wished = relation?.wished === true;
	return (
		<section ref={ref} tabIndex={-1} className={css.panel} aria-label={m.attendance_title()}>
			<p>{joined ? m.attendance_went() : m.attendance_over()}</p>
			{(joined || wished) && (
				<div className={css.buttons} data-bar>
					{joined ? (
						<button type="button" className={controls.button} onClick={() => onChange(leave)}>
							{m.attendance_leave()}
						</button>
					) : (
						<WishButton wished isWaiting={false} onTap={() => onChange(unwish)} />
					)}
				</div>
			)}
		</section>
	);
}
