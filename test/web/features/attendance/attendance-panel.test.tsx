import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { placeOf } from '../../../../src/contract/event/event.ts';
import { readEvent } from '../../../../src/contract/event/parse-resources.ts';
import { daysOf } from '../../../../src/contract/event/times.ts';
import { bffPatterns } from '../../../../src/contract/paths.ts';
import type { WireEvent } from '../../../../src/contract/spec/resources.ts';
import { ownQueries } from '../../../../src/web/features/attendance/own-queries.ts';
import { formatDay } from '../../../../src/web/features/days/format-when.ts';
import { queueEarlyTaps } from '../../../../src/web/ui/early-tap.ts';
import { cityEvents, joined, ownRelations } from '../../bodies.ts';
import {
	isOneDay,
	problem,
	setClock,
	startApp,
	startSignedIn,
	startWithEvent,
	withSettings,
} from '../../start-app.tsx';
import { button, findAccount, follow, hasFocus, messageOf, relationIsKnown, tap } from '../../steps.ts';

/** The Join button after joining, with the chosen day. */
const going = /^Going/;
const isGoing = () => screen.findByRole('button', { name: going });
/** The days to choose from, once the dialog is open. */
const days = async () => within(await screen.findByRole('dialog', { name: 'Which day?' }));
/** Opens the days with this button and chooses one. */
async function chooseDay(opener: string, day: string): Promise<void> {
	await tap(opener);
	fireEvent.click(await (await days()).findByRole('button', { name: day }));
}

/** @returns the name of the button once the user is going on this day */
async function goingOn(day: string): Promise<string> {
	const name = `Going · ${day}`;
	await screen.findByRole('button', { name });
	return name;
}

const isWrite = ({ method, path }: { method: string; path: string }) =>
	method !== 'GET' && path.startsWith('/api/');
const writes = /^(POST|DELETE) \/api/;
const daysIn = (event: WireEvent) => daysOf(readEvent(event));
const hasSomeDays = (event: WireEvent) => daysIn(event).length > 2 && daysIn(event).length < 10;

/** An app from `startWithEvent`, on the page of its event. */
async function onEvent(...given: Parameters<typeof startWithEvent>) {
	const started = await startWithEvent(...given);
	await started.app.open(`/events/${started.event.id}`);
	await relationIsKnown();
	return started;
}

/** Like `onEvent`, for an event of several days. @returns also its first two days in words */
async function onRun() {
	const started = await onEvent(hasSomeDays);
	const [first = '', second = ''] = daysIn(started.event).map((day) => formatDay(day));
	return { ...started, first, second };
}

// More cases: `test/e2e/early-taps.test.ts`.
describe('tapping before the session has loaded', () => {
	/** A signed-in user's app that waits for the response about the session. */
	async function onUnknown() {
		const { app, event } = await startWithEvent();
		const becomeKnown = app.hold('/auth/session');
		queueEarlyTaps();
		await app.open(`/events/${event.id}`);
		await screen.findByRole('button', { name: 'Join' });
		return { app, event, becomeKnown };
	}

	it('applies both Join and Interested, which can also be removed while going', async () => {
		const { app, event, becomeKnown } = await onUnknown();
		await tap('Interested');
		await tap('Join');
		expect(button('Join').dataset.early).toBe('tapped');
		becomeKnown();
		await isGoing();
		for (const relation of ['wished', 'participated'] as const)
			await waitFor(async () => expect(await app.idsOf(relation)).toContain(event.id));
		await tap('Interested');
		await waitFor(async () => expect(await app.idsOf('wished')).not.toContain(event.id));
		expect(screen.queryByRole('button', { name: 'Interested' })).toBeNull();
		await hasFocus(() => screen.getByRole('region', { name: 'Your plans' }));
	});
});

describe('a chosen day', () => {
	it('stays when the service rejects another day, and the message says to leave and join again', async () => {
		const { app, event, first, second } = await onRun();
		await chooseDay('Join', second);
		const name = await goingOn(second);
		const soldOut = { code: 2001, msg: 'sold_out: no tickets left', request: 'POST /' };
		app.intercept((call) => (isWrite(call) ? Response.json(soldOut, { status: 400 }) : undefined));
		const before = app.callsTo(writes).length;
		await tap(name);
		await chooseDay('Change day', first);
		await screen.findByText(/^Couldn’t save your change\..* no tickets left\..* leave and join again/);
		expect(button(name)).toBeDefined();
		expect(app.callsTo(writes)).toHaveLength(before + 1);
		expect(await app.idsOf('participated')).toContain(event.id);
	});

	it('is shown as unknown, not as undecided, after joining with another program', async () => {
		const { app, event } = await onRun();
		app.respond(ownRelations({ [event.id]: joined }));
		await app.open(`/events/${event.id}`);
		await screen.findByText(/doesn’t say which day you’re going/);
		await tap(going);
		await tap('Change day');
		const undecided = await (await days()).findByRole('button', { name: 'Any day' });
		expect(undecided.ariaPressed).toBe('false');
	});

	it('is what friends are told, with a menu whose last action is Leave, and the same in another browser', async () => {
		const { app, event, second } = await onRun();
		await chooseDay('Join', second);
		await screen.findByText(/^You’re going on /, { selector: 'p *' });
		app.useOtherBrowser();
		await app.signIn();
		await app.open(`/events/${event.id}`);
		await tap(await goingOn(second));
		const menu = within(await screen.findByRole('dialog', { name: going }));
		const actions = menu.getAllByRole('button').map(({ textContent }) => textContent);
		expect(actions).toEqual(['Close', 'Change day', 'Tell friends', 'Leave']);
		const share = vi.fn(async (_data: ShareData) => undefined);
		vi.stubGlobal('navigator', Object.assign(navigator, { share }));
		await tap('Tell friends');
		const [intent, ...about] = share.mock.calls[0]?.[0].text?.split('\n') ?? [];
		expect(intent).toContain(`I’m going on ${second}`);
		expect(about).toEqual([event.title, placeOf(readEvent(event))]);
	});
});

describe('the days to choose from', () => {
	/** Names of the days that can be chosen in the displayed month. */
	const shown = async () => {
		const grid = await (await days()).findByRole('grid');
		return within(grid)
			.getAllByRole('button')
			.map(({ textContent }) => textContent?.replace(/^\d+/, ''));
	};

	/** Opens the days of an event with different times, in November 2026, at this time in Beijing. */
	async function openDays(begin_time: string, end_time: string, time = '12:00'): Promise<void> {
		const app = await startApp();
		const { id, title, address } = await app.findEvent();
		setClock(`2026-11-22T${time}:00+08:00`);
		app.respond({ [`/api/events/${id}`]: { id, title, address, begin_time, end_time } });
		await app.open(`/events/${id}`);
		await relationIsKnown();
		await tap('Join');
	}

	it('are shown month by month for an event that lasts for years, and end with the event', async () => {
		await openDays('2025-01-01 10:00:00', '2028-02-29 18:00:00');
		// Today is a Sunday, the only day of the first of six weeks.
		expect(await shown()).toHaveLength(1 + 5 * 7);
		const later = await (await days()).findByRole('button', { name: 'Next' });
		const earlier = await (await days()).findByRole('button', { name: 'Previous' });
		expect(earlier.ariaDisabled).toBe('true');
		const heading = (await days()).getByRole('heading', { level: 3 });
		expect(heading.textContent).toMatch(/^November\s–\sDecember 2026$/);
		for (let month = 0; month < 20; month++) fireEvent.click(later);
		expect(heading.textContent).toBe('February 2028');
		expect((await shown()).at(-1)).toBe('Tuesday 29 February');
		expect(later.ariaDisabled).toBe('true');
	});

	it.each([
		['12:00', ['Sun 22 Nov', 'Mon 23 Nov']],
		['18:00', ['Mon 23 Nov', 'Tue 24 Nov']],
	])(
		'are a list of those not yet closed if they are few, across months: at %s from %j',
		async (time, first) => {
			await openDays('2026-11-21 10:00:00', '2026-12-05 18:00:00', time);
			expect((await days()).queryByRole('grid')).toBeNull();
			const names = (await days()).getAllByRole('button').map(({ textContent }) => textContent);
			expect(names.slice(1, 3)).toEqual(first);
			expect(names).toContain('Sat 5 Dec');
			expect(document.activeElement?.textContent).toBe(first[0]);
		},
	);

	it('are not asked for if one remains', async () => {
		const { app, event } = await startWithEvent();
		setClock('2026-11-22T12:00:00+08:00');
		const times = { begin_time: '2026-11-20 10:00:00', end_time: '2026-11-22 18:00:00' };
		app.respond({ [`/api/events/${event.id}`]: { ...event, ...times } });
		await app.open(`/events/${event.id}`);
		await relationIsKnown();
		await tap('Join');
		await waitFor(() => expect(app.calls.join()).toContain('{"participate_date":"2026-11-22"}'));
	});

	it('are left out of a second attempt if the service, in another zone, rejects an event’s only day', async () => {
		const { app, event } = await onEvent();
		const otherDay = { code: 999, msg: 'unknown: not a day of this event', request: 'POST /' };
		const hasDay = () => app.calls.at(-1)?.includes('participate_date');
		app.intercept(() => (hasDay() ? Response.json(otherDay, { status: 400 }) : undefined));
		await tap('Join');
		await screen.findByText('You’re going.');
		const path = `POST /api/events/${event.id}/participants`;
		expect(app.callsTo(path)).toEqual([expect.stringContaining('participate_date'), path]);
	});
});

describe('an action that needs a sign-in', () => {
	it('leaves the event when Leave was tapped in an expired session', async () => {
		const { app, event } = await onEvent();
		await tap('Join');
		await screen.findByText('You’re going.');
		// Wait for pending reads, which would notice the end of the session first.
		await waitFor(() => expect(app.client().isFetching()).toBe(0));
		await app.sandbox.control('DELETE', '/consents?user_id=1001&client_id=daybill-demo');
		await tap(going);
		await tap('Leave');
		const bar = await messageOf(/^Couldn’t save your change\. This site no longer has access/);
		expect(await app.idsOf('participated')).toContain(event.id);
		fireEvent.click(bar.getByRole('button', { name: 'Sign in' }));
		await app.open(await app.consent());
		await screen.findByText('You’re no longer going.');
		expect(await app.idsOf('participated')).not.toContain(event.id);
		expect(await app.idsOf('wished')).not.toContain(event.id);
		expect((await screen.findByRole('button', { name: 'Interested' })).ariaPressed).toBe('false');
	});

	it('is not completed for the next user when it was abandoned', async () => {
		const app = await startApp();
		const event = await app.findEvent(isOneDay);
		await app.open(`/events/${event.id}`);
		await relationIsKnown();
		await tap('Join');
		await app.open(await app.consent('alice', 'deny'));
		await tap('Sign in');
		await waitFor(() => expect(app.departures).toHaveLength(2));
		await app.open(await app.consent('bob'));
		await findAccount();
		await relationIsKnown();
		expect(app.callsTo(writes)).toEqual([]);
		expect(await app.idsOf('participated', '1002')).not.toContain(event.id);
	});

	it('is not completed for another user', async () => {
		const { app, event } = await onEvent();
		await app.sandbox.control('DELETE', '/consents?user_id=1001&client_id=daybill-demo');
		await tap('Join');
		const bar = await messageOf(/^Couldn’t save your change/);
		fireEvent.click(bar.getByRole('button', { name: 'Sign in' }));
		await app.open(await app.consent('bob'));
		await findAccount();
		await relationIsKnown();
		expect(await app.idsOf('participated', '1002')).not.toContain(event.id);
	});
});

it.each([
	// The change may have been saved, so the message offers no retry.
	['the BFF does not know', () => problem(504, 'outcome_unknown'), 0],
	['no response says', () => Promise.reject(new TypeError('Failed to fetch')), 1],
])('a change whose outcome %s is shown with a message that says so', async (_what, respond, retries) => {
	const { app, event } = await onEvent();
	app.intercept((call) => (isWrite(call) ? respond() : undefined));
	await tap('Join');
	const bar = await messageOf(/^Your change may not have been saved\./);
	// The message names the event, because it stays visible on other pages.
	expect(bar.getByText(event.title)).toBeDefined();
	expect(bar.queryAllByRole('button', { name: 'Try again' })).toHaveLength(retries);
});

it.each(['service_timeout', 'offline'])(
	'a change that was not made is said not to be saved: %s',
	async (why) => {
		const { app, event } = await onEvent();
		if (why === 'offline') app.goOffline();
		app.intercept((call) => (isWrite(call) ? problem(504, why) : undefined));
		await tap('Join');
		await messageOf(/^Couldn’t save your change\./);
		expect(await app.idsOf('participated')).not.toContain(event.id);
	},
);

it.each([
	['the service does not show the user’s lists', () => Response.json({ relations: {}, isComplete: false })],
	['the relations cannot be read', () => problem(502, 'service_unreachable')],
	['the user has reached a limit', () => problem(429, 'too_many_requests')],
])('people can join while %s', async (_why, respond) => {
	const { app, event } = await startWithEvent();
	app.intercept(({ path }) => (path.startsWith(bffPatterns.relations) ? respond() : undefined));
	await app.open(`/events/${event.id}`);
	await relationIsKnown();
	await tap('Join');
	await screen.findByText('You’re going.');
	expect(await app.idsOf('participated')).toContain(event.id);
});

it('an event is still loaded after a tap on Join, made while its page shows the card’s data, has failed', async () => {
	const app = await startSignedIn();
	const event = await app.findEvent(isOneDay);
	const load = app.hold(`GET /api/events/${event.id}`);
	app.respond({ ...cityEvents(event), [`/api/events/${event.id}/participants`]: problem(400, 'other') });
	await app.open('/cities/beijing?day_type=future');
	await follow(event.title);
	await tap('Join');
	await screen.findByText(/Couldn’t save your change\./);
	load();
	await screen.findByRole('button', { name: 'Share' });
});

it('a join that is not confirmed yet is shown as busy, also after a reload', async () => {
	const { app, event } = await onEvent(isOneDay);
	const confirm = app.hold(/^POST /);
	await tap('Join');
	expect((await isGoing()).ariaBusy).toBe('true');
	confirm();
	await waitFor(() => expect(button(going).ariaBusy).toBeNull());
	app.respond(ownRelations({ [event.id]: { ...joined, isUnsure: true } }));
	await app.open(`/events/${event.id}`);
	expect((await isGoing()).ariaBusy).toBe('true');
});

it('an event that turns out to be over says so, and offers no retry', async () => {
	const { app } = await onEvent();
	const over = { code: 999, msg: 'unknown: the event is over', request: 'POST /' };
	app.intercept((call) => (isWrite(call) ? Response.json(over, { status: 400 }) : undefined));
	await tap('Join');
	await screen.findByText(/This event has ended\.$/);
	expect(screen.queryByText(/Try again|Code 999/)).toBe(null);
});

describe('an event whose zone is unknown', () => {
	/** Opens an event that is over where the reader is, in Berlin, and on in Portland, where it is noon. */
	async function openOver(relations: 'none' | 'going'): Promise<void> {
		setClock('2026-11-21T20:00:00Z', -60);
		const { app, event } = await startWithEvent();
		const times = { begin_time: '2026-11-21 11:00:00', end_time: '2026-11-21 13:00:00' };
		const path = `/api/events/${event.id}`;
		app.respond({
			[path]: { ...event, ...times },
			[`${path}/participants`]: { code: 2002, msg: 'expired', request: 'POST /' },
			...ownRelations(relations === 'none' ? {} : { [event.id]: { ...joined, day: null } }, ['ongoing']),
		});
		await app.open(`/events/${event.id}`, withSettings({ time_zone: null }));
	}

	it('is said to have ended if it is over here, and the service rejects a join', async () => {
		await openOver('none');
		await relationIsKnown();
		await tap('Join');
		await screen.findByText(/This event has ended\.$/);
		expect(screen.queryByText(/Try again/)).toBe(null);
	});

	it('shows that the user is going while it is on somewhere', async () => {
		await openOver('going');
		await isGoing();
	});
});

it('Undo rejoins the event after Leave, without the sheet that follows Join', async () => {
	const { app, event } = await onEvent();
	await app.browser().post(`/api/events/${event.id}/participants`, {});
	await app.open(`/events/${event.id}`);
	await tap(going);
	await tap('Leave');
	await screen.findByText('You’re no longer going.');
	await tap('Undo');
	await screen.findByText('You’re going.');
	expect(screen.queryByRole('dialog', { name: /^You’re going/ })).toBeNull();
});

it('a change made on another device is shown, with the event’s new counts, when the user returns to the tab', async () => {
	const { app, event } = await onEvent();
	const counted = { ...event, participant_count: 77 };
	app.respond({ ...ownRelations({ [event.id]: joined }), [`/api/events/${event.id}`]: counted });
	document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
	await isGoing();
	await screen.findByText(/^77 going/);
});

it('after a reload, the page shows the address that only participants see, not as a change', async () => {
	const { app, event } = await onEvent();
	const { begin, end, address } = readEvent(event);
	const joinedAs = { begin, end, address };
	app.respond({
		...ownRelations({ [event.id]: { ...joined, seesMore: true, joinedAs } }),
		[`/api/events/${event.id}`]: { ...event, address: 'the back door' },
	});
	await app.open(`/events/${event.id}`);
	await screen.findByText('the back door');
	expect(screen.queryByText(/has changed/)).toBeNull();
});

it('reads the user’s relations and events once for all parts of the page, and none of the service’s lists', async () => {
	const { app } = await onEvent();
	await waitFor(() => expect(app.callsTo(`GET ${bffPatterns.ownEvents}`)).toHaveLength(1));
	expect(app.callsTo(`GET ${bffPatterns.relations}`)).toHaveLength(1);
	expect(app.callsTo(/^GET \/api\/users\/.*\/(participated|wished)/)).toEqual([]);
});

describe('an event that began long ago', () => {
	/** @param statuses of the lists that have the event */
	async function onOld(end_time: string, ...statuses: string[]) {
		const app = await startApp();
		const upcoming = await app.findEvent(isOneDay);
		const event = { ...upcoming, begin_time: '2001-01-01 10:00:00', end_time };
		await app.signIn();
		app.respond({
			[`/api/events/${event.id}`]: event,
			...ownRelations({ [event.id]: { ...joined, day: null } }, statuses),
		});
		await app.open(`/events/${event.id}`);
		return app;
	}

	it.each(['2001-01-01 12:00:00', ''])('is found among past events: the user went (end: %j)', async (end) => {
		await onOld(end, 'expired');
		await screen.findByText('You went');
	});

	it('can be removed for good once it is over, but not with one tap, nor from the bar at the bottom', async () => {
		const app = await onOld('2001-01-01 12:00:00', 'expired');
		const remove = { name: 'Remove from my events' };
		await tap(remove.name);
		expect(document.querySelector('[data-bar]')).toBeNull();
		const sheet = within(await screen.findByRole('dialog', remove));
		await sheet.findByText('You can’t undo this, because the event has ended.');
		expect(app.callsTo(writes)).toEqual([]);
		fireEvent.click(sheet.getByRole('button', remove));
		await waitFor(() =>
			expect(app.callsTo(writes)).toEqual([expect.stringMatching(/^DELETE .*participants/)]),
		);
		expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Your plans' }));
	});

	it('can be joined without a day if it may go on, because it has no end', async () => {
		await onOld('');
		await relationIsKnown();
		expect(button('Join').hasAttribute('command')).toBe(false);
		expect(screen.queryByText(/[Ee]nded/)).toBeNull();
	});

	it('shows that the user is going, without a day, if it may go on', async () => {
		// After a join, both lists have the event for a while.
		const { client } = await onOld('', 'ongoing', 'expired');
		await waitFor(() => {
			for (const status of ['ongoing', 'expired'] as const)
				expect(client().getQueryData(ownQueries.relations(status).queryKey)).toBeDefined();
		});
		expect((await isGoing()).textContent).toBe('Going ');
	});
});

it.each([
	['要参加', going],
	['感兴趣', /^Join$/],
])(
	'a relation that the service sends with the event is shown if it hides the user’s lists: %s',
	async (status, shown) => {
		const { app, event } = await startWithEvent();
		app.respond({
			[`/api/events/${event.id}`]: { ...event, status },
			[bffPatterns.relations]: { relations: {}, isComplete: false },
		});
		await app.open(`/events/${event.id}`);
		await relationIsKnown();
		expect(screen.getByRole('button', { name: shown })).toBeDefined();
		// A user who is going counts as interested, so the page has no Interested button.
		const interested = screen.queryByRole('button', { name: 'Interested' });
		expect(interested?.ariaPressed).toBe(status === '感兴趣' ? 'true' : undefined);
	},
);
