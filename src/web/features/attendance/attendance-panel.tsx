/** The buttons Join (with or without a day), Leave and Interested. For signed-out visitors, they offer to sign in. */
import { useQueryClient } from '@tanstack/react-query';
import {
	type MouseEvent,
	type ReactNode,
	type RefObject,
	startTransition,
	useEffect,
	useId,
	useRef,
	useState,
} from 'react';
import type { OwnRelation } from '../../../contract/bff-api/relations.ts';
import type { Event } from '../../../contract/event/event.ts';
import { daySpan, daysOf, hasSeveralDays, isClosedForToday, mayGoOn } from '../../../contract/event/times.ts';
import { addDays, type Day, dayOf } from '../../../contract/event/wall-clock.ts';
import { langOf } from '../../i18n/lang-of.ts';
import { m } from '../../i18n/messages.ts';
import { ErrorNotice } from '../../shared/error-notice.tsx';
import { useFromNow, useNamedToday } from '../../shared/now.ts';
import { useSession } from '../../shared/session/session-provider.tsx';
import { Button, useEarlyTap } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { closes, openDialog, opens } from '../../ui/invoker-commands.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { Sheet, SheetButton } from '../../ui/sheet.tsx';
import { DayChoice } from '../days/day-choice.tsx';
import { formatDay } from '../days/format-when.ts';
import { eventKeys } from '../event/event-queries.ts';
import { nameOfPrice } from '../lists/list-names.tsx';
import css from './attendance-panel.module.css';
import { type Change, noRelation } from './own-relation.ts';
import { useTelling } from './share-event.tsx';
import { useAttendance } from './use-attendance.tsx';
import { useOwnRelation } from './use-own-relation.ts';

const SignInSheet = lazyComponent(() => import('./sign-in-sheet.tsx'), 'SignInSheet');

const leave: Change = { kind: 'leave', day: null };
const unwish: Change = { kind: 'unwish', day: null };

const iconPaths = { going: 'M4 13l5 5L20 6', leave: 'M6 6l12 12M18 6L6 18' };

interface PanelProps {
	event: Event;
	/** Additional menu items for people who have joined, also shown immediately after joining. */
	menu: ReactNode;
}

export function AttendancePanel({ event, menu }: PanelProps) {
	const isSignedIn = typeof useSession().userId === 'string';
	const { relation, status, query } = useOwnRelation(event);
	useEventAsJoined(event.id, relation);
	if (status === 'expired' && !isSignedIn) return <p className={css.panel}>{m.attendance_over()}</p>;
	return (
		<>
			{status === 'expired' ? (
				<PastPanel event={event} relation={relation} />
			) : (
				<OpenPanel event={event} relation={relation} menu={menu} />
			)}
			{isSignedIn && query.isLoadingError && (
				<ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
			)}
		</>
	);
}

/** Reads the event again with the person's token if the service may show them more than others. */
function useEventAsJoined(id: string, relation: OwnRelation | null): void {
	const client = useQueryClient();
	const seesMore = relation?.seesMore === true;
	useEffect(() => {
		if (seesMore) void client.refetchQueries({ queryKey: eventKeys.detail(id) }, { cancelRefetch: false });
	}, [client, id, seesMore]);
}

interface RegionProps {
	ref: RefObject<HTMLElement | null>;
	relation: OwnRelation | null;
	children: ReactNode;
}

const Region = ({ ref, relation, children }: RegionProps) => (
	<section
		ref={ref}
		tabIndex={-1}
		className={`screen ${css.panel}`}
		aria-label={m.attendance_title()}
		aria-busy={relation === null || undefined}
	>
		{children}
		<noscript>
			<p data-note>{m.attendance_needs_scripts()}</p>
		</noscript>
	</section>
);

const focus = (element: HTMLElement | null) => element?.focus({ preventScroll: true });

/**
 * For an event that is over. People can still leave it or unmark interest, but must confirm that, because the service
 * rejects a new join or mark (gap register, `event-over`).
 */
function PastPanel({ event, relation }: Omit<OpenPanelProps, 'menu'>) {
	const region = useRef<HTMLElement>(null);
	const attend = useAttendance({ event, status: 'expired', focus: () => focus(region.current) });
	const { joined, wished } = relation ?? noRelation;
	const remove = ({ currentTarget }: MouseEvent) => {
		currentTarget.closest('dialog')?.close();
		// Focus the panel before the change, because the button that opened the sheet disappears.
		focus(region.current);
		if (joined) attend(leave);
		if (wished) attend(unwish);
	};
	return (
		<Region ref={region} relation={relation}>
			<p data-note>{joined ? m.attendance_went() : m.attendance_over()}</p>
			{(joined || wished) && (
				<div>
					<SheetButton className="button quiet" title={m.attendance_remove()}>
						<p>{m.attendance_remove_final()}</p>
						<button type="button" className="button" onClick={remove}>
							{m.attendance_remove()}
						</button>
					</SheetButton>
				</div>
			)}
		</Region>
	);
}

interface OpenPanelProps extends PanelProps {
	relation: OwnRelation | null;
}

/**
 * For an event that can be joined. Renders the same buttons whether or not somebody is signed in, and before that is
 * known: replacing a button between `pointerdown` and `click` loses the tap.
 */
function OpenPanel({ event, relation, menu }: OpenPanelProps) {
	const region = useRef<HTMLElement>(null);
	const { userId } = useSession();
	const [hasJustJoined, setJustJoined] = useState(false);
	const [menuId, daysId] = [useId(), useId()];
	const onClose = () => {
		setJustJoined(false);
		// A sheet that opened by itself has no opener to return the focus to.
		if (document.activeElement?.matches('body, dialog:not([open]) *')) focus(region.current);
	};
	const attend = useAttendance({
		event,
		status: 'ongoing',
		focus: () => focus(region.current),
		onJoined: () => {
			setJustJoined(true);
			openDialog(menuId);
		},
	});
	/** The change to make after a sign-in. */
	const [offered, setOffered] = useState<Change | null>(null);
	const change = (next: Change) => {
		if (typeof userId === 'string') attend(next);
		// A transition shows no fallback. Even an empty one would delay the sheet, because React then waits.
		else startTransition(() => setOffered(next));
	};
	const from = useFromNow((_now, past, known) =>
		// If the zone is unknown, a day is offered until it is over everywhere.
		addDays(dayOf(past), isClosedForToday(event, known) ? 1 : 0),
	);
	const left = daysOf(event, { from });
	const isOpenEnded = useFromNow((_now, _past, known) => mayGoOn(event, known));

	const { joined, wished, day: chosen, isUnsure } = relation ?? noRelation;
	const isRun = hasSeveralDays(event);
	const onlyDay = isOpenEnded ? undefined : daySpan(event)?.first;
	const day = isRun ? chosen : onlyDay;
	const joinedOn = day ? m.attendance_joined_on({ day: formatDay(day) }) : m.attendance_joined();
	/** Id of the sheet with the days; null if there is only one. */
	const days = left.length > 1 ? daysId : null;
	return (
		<>
			<Region ref={region} relation={relation}>
				{joined && isRun && day === undefined && <p data-note>{m.attendance_day_unknown()}</p>}
				<div className={css.buttons} data-bar>
					<JoinButton
						key={String(days)}
						going={joined ? <Going day={day} /> : null}
						opened={joined ? menuId : days}
						hasDays={days !== null}
						isReady={userId !== undefined}
						isUnsure={isUnsure}
						onJoin={() => change({ kind: 'join', day: left[0] ?? null })}
					/>
					{event.price !== undefined && (
						<bdi className={css.price} lang={langOf(event.price.text)}>
							{nameOfPrice(event.price)}
						</bdi>
					)}
					{/* People who are going can only unmark interest, if the event still lists them as interested. */}
					{(!joined || wished) && (
						<Button
							className={css.wish}
							aria-label={m.attendance_interested()}
							aria-pressed={wished}
							aria-busy={isUnsure}
							isReady={userId !== undefined}
							onTap={() => {
								// Focus the panel, because the button disappears.
								if (joined) focus(region.current);
								change(wished ? unwish : { kind: 'wish', day: null });
							}}
						>
							<Icon name="heart" />
						</Button>
					)}
				</div>
				<GoingMenu
					id={menuId}
					title={hasJustJoined ? joinedOn : m.attendance_going()}
					onClose={onClose}
					event={event}
					days={days}
					onLeave={() => change(leave)}
				>
					{menu}
				</GoingMenu>
				{days !== null && (
					<DateSheet
						id={days}
						event={event}
						days={left}
						onClose={onClose}
						value={chosen}
						onChoose={(next) => change({ kind: 'join', day: next })}
					/>
				)}
			</Region>
			{/* Closed by a sign-in in another tab, which may be somebody else's. */}
			{offered && typeof userId !== 'string' && (
				<SignInSheet event={event} change={offered} onClose={() => setOffered(null)} />
			)}
		</>
	);
}

interface JoinProps {
	/** Label after joining; null before joining. */
	going: ReactNode;
	/** Id of the sheet that a tap opens, even before hydration; null: the tap joins. */
	opened: string | null;
	hasDays: boolean;
	/** False until the session is loaded: a tap waits for it. */
	isReady: boolean;
	isUnsure: true | undefined;
	onJoin: () => void;
}

/** A single element for Join and Going, so that it keeps the focus. */
function JoinButton({ going, opened, hasDays, isReady, isUnsure, onJoin }: JoinProps) {
	const early = useEarlyTap(onJoin, isReady);
	return (
		<button
			{...(!hasDays && early)}
			{...(opened === null ? { type: 'button' } : opens(opened))}
			className={`button ${going === null ? `primary ${css.join}` : css.going}`}
			data-scripted
			aria-busy={isUnsure}
			onClick={(event) => {
				// The second click of a double click may come before the label changes (`ui/repeated-taps.ts`).
				if (event.detail > 1) event.preventDefault();
				else if (opened === null) onJoin();
			}}
		>
			{going ?? m.attendance_join()}
		</button>
	);
}

interface MenuProps {
	id: string;
	title: string;
	onClose: () => void;
	event: Event;
	/** Id of the sheet with the days; null if there is only one day. */
	days: string | null;
	children: ReactNode;
	onLeave: () => void;
}

/** The sheet that opens on a tap on Going, and right after joining. */
function GoingMenu({ event, days, children, onLeave, ...sheet }: MenuProps) {
	const { id } = sheet;
	const tell = useTelling(event);
	return (
		<Sheet {...sheet} look="menu">
			<div className="row">
				{days !== null && (
					<button
						{...opens(days)}
						className="button"
						onClick={({ currentTarget }) => currentTarget.closest('dialog')?.close()}
					>
						<Icon name="calendar" />
						{m.attendance_change_day()}
					</button>
				)}
				<button {...closes(id)} className="button" onClick={tell}>
					<Icon name="share" />
					{m.attendance_tell()}
				</button>
			</div>
			{children}
			<button {...closes(id)} className={`button ${css.leave}`} onClick={onLeave}>
				<Icon path={iconPaths.leave} />
				{m.attendance_leave()}
			</button>
		</Sheet>
	);
}

/** For example `Going ✓ · Sat 28 Nov`. @param day null: undecided; undefined: unknown */
function Going({ day }: { day: Day | null | undefined }) {
	const chosen = day === null ? m.people_no_day() : day && formatDay(day);
	return (
		<span key={chosen}>
			{m.attendance_going()} <Icon path={iconPaths.going} />
			{chosen && ` · ${chosen}`}
		</span>
	);
}

/** Up to this many days are shown as a list, more as a calendar. */
const maxListed = 14;

interface DateSheetProps {
	id: string;
	event: Event;
	days: readonly Day[];
	/** Null: undecided; undefined: nothing chosen yet, or unknown. */
	value: Day | null | undefined;
	onClose: () => void;
	onChoose: (day: Day | null) => void;
}

const focusDay = (button: HTMLButtonElement | null) => button?.focus();

function DateSheet({ id, event, days, value, onClose, onChoose }: DateSheetProps) {
	const today = useNamedToday();
	const [first] = days;
	const last = daySpan(event)?.last;
	return (
		<Sheet id={id} title={m.attendance_date()} onClose={onClose}>
			{first === undefined || last === undefined ? null : days.length > maxListed ? (
				<DayChoice {...{ first, last, value, onChoose }} />
			) : (
				<div className={css.days}>
					{days.map((each) => (
						<button
							key={each}
							{...closes(id)}
							className="button"
							data-day={each}
							ref={each === (value ?? first) ? focusDay : undefined}
							aria-pressed={each === value}
							aria-current={each === today ? 'date' : undefined}
							onClick={() => onChoose(each)}
						>
							{formatDay(each)}
						</button>
					))}
				</div>
			)}
			<button {...closes(id)} className="button" aria-pressed={value === null} onClick={() => onChoose(null)}>
				{m.people_no_day()}
			</button>
		</Sheet>
	);
}
