// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { readEvent } from '../../../../src/contract/event/event.ts';
import { daysOf } from '../../../../src/contract/event/times.ts';
import { addDays } from '../../../../src/contract/event/wall-clock.ts';
import type { WireEvent } from '../../../../src/contract/spec/resources.ts';
import { formatDay } from '../../../../src/web/features/event/format-when.ts';
import { findAccount, signOut } from '../../account.ts';
import { problem, startApp, type TestApp } from '../../start-app.tsx';

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const press = (name: string) => fireEvent.click(button(name));
const radio = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });

const longerThanADoublePress = () => new Promise((resolve) => setTimeout(resolve, 350));

const relationIsKnown = () =>
	waitFor(() => expect(screen.getByRole('region', { name: 'Your plans' }).ariaBusy).toBe(null));

const isWrite = ({ method, path }: { method: string; path: string }) =>
	method !== 'GET' && path.startsWith('/api/');
const daysIn = (event: WireEvent) => daysOf(readEvent(event));
const hasSomeDays = (event: WireEvent) => daysIn(event).length > 2 && daysIn(event).length < 10;

/** An app with a signed-in person, on an event to which they have no relation. */
async function onEvent(isLike?: (event: WireEvent) => boolean): Promise<{ app: TestApp; event: WireEvent }> {
	const app = await startApp();
	const event = await app.findEvent(isLike);
	await app.signIn();
	await app.open(`/events/${event.id}`);
	await relationIsKnown();
	return { app, event };
}

describe('joining', () => {
	it('is shown, and reaches the service', async () => {
		const { app, event } = await onEvent();
		press('Join');
		await screen.findByText('You’re going.');
		expect(await app.idsOf('participated')).toContain(event.id);
	});
});

describe('pressed before it is known who is signed in', () => {
	/** An app that waits for the response about the session. */
	async function onUnknown(signedIn: boolean, isLike?: (event: WireEvent) => boolean) {
		const app = await startApp();
		const event = await app.findEvent(isLike);
		if (signedIn) await app.signIn();
		const known = Promise.withResolvers<void>();
		app.intercept(({ path, forward }) =>
			path === '/auth/session' ? known.promise.then(forward) : undefined,
		);
		await app.open(`/events/${event.id}`);
		return { app, event, becomeKnown: known.resolve };
	}

	it('Join is done once when it is known', async () => {
		const { app, event, becomeKnown } = await onUnknown(true);
		press('Join');
		press('Join');
		expect(button('Join').ariaBusy).toBe('true');
		becomeKnown();
		await screen.findByText('You’re going.');
		expect(app.calls.filter((call) => call.startsWith('POST /api/'))).toHaveLength(1);
		expect(await app.idsOf('participated')).toContain(event.id);
	});

	it('Join begins a sign-in when nobody is signed in, and is done after it', async () => {
		const { app, event, becomeKnown } = await onUnknown(false);
		press('Join');
		expect(app.departures).toEqual([]);
		becomeKnown();
		await waitFor(() => expect(app.departures).toHaveLength(1));
		await app.open(await app.consent());
		await screen.findByText('You’re going.');
		expect(await app.idsOf('participated')).toContain(event.id);
	});

	it('Join and Interested are both done', async () => {
		const { app, event, becomeKnown } = await onUnknown(true);
		press('Interested');
		press('Join');
		becomeKnown();
		await screen.findByRole('button', { name: 'Leave' });
		await waitFor(async () => expect(await app.idsOf('wished')).toContain(event.id));
		expect(await app.idsOf('participated')).toContain(event.id);
	});

	it('the buttons are the same afterwards, so that a press in progress is not lost', async () => {
		const { becomeKnown } = await onUnknown(true);
		const before = button('Join');
		becomeKnown();
		await relationIsKnown();
		expect(button('Join')).toBe(before);
	});

	it('a day is kept, and Join takes it', async () => {
		const { app, event, becomeKnown } = await onUnknown(true, hasSomeDays);
		const [, second] = daysIn(event);
		const name = formatDay(second ?? (await Promise.reject(new Error('one day'))), 'en');
		fireEvent.click(radio(name));
		becomeKnown();
		await relationIsKnown();
		expect(radio(name).checked).toBe(true);
		press('Join');
		await screen.findByText('You’re going.');
		expect(app.calls.filter((call) => call.endsWith(`participate_date=${second}`))).toHaveLength(1);
	});

	it('a day changes the day of somebody who is going already', async () => {
		const { app, event } = await onEvent(hasSomeDays);
		press('Join');
		await screen.findByText('You’re going.');
		const known = Promise.withResolvers<void>();
		app.intercept(({ path, forward }) =>
			path === '/auth/session' ? known.promise.then(forward) : undefined,
		);
		await app.open(`/events/${event.id}`);
		const [, second] = daysIn(event);
		fireEvent.click(radio(formatDay(second ?? (await Promise.reject(new Error('one day'))), 'en')));
		known.resolve();
		await screen.findByText('Day changed.');
		expect(app.calls.filter((call) => call.endsWith(`participate_date=${second}`))).toHaveLength(1);
	});
});

describe('a chosen day', () => {
	it('is still chosen after a reload', async () => {
		const { app, event } = await onEvent(hasSomeDays);
		const [, second] = daysIn(event);
		const name = formatDay(second ?? (await Promise.reject(new Error('one day'))), 'en');
		fireEvent.click(radio(name));
		press('Join');
		await screen.findByText('You’re going.');
		await app.open(`/events/${event.id}`);
		await waitFor(() => button('Leave'));
		expect(radio(name).checked).toBe(true);
		expect(radio('Not sure yet').checked).toBe(false);
	});

	it('is still undecided after a reload, when it was left open', async () => {
		const { app, event } = await onEvent(hasSomeDays);
		press('Join');
		await screen.findByText('You’re going.');
		await app.open(`/events/${event.id}`);
		await waitFor(() => button('Leave'));
		expect(radio('Not sure yet').checked).toBe(true);
	});

	it('is shown as unknown in another browser, not as undecided', async () => {
		const { app, event } = await onEvent(hasSomeDays);
		press('Join');
		await screen.findByText('You’re going.');
		app.useOtherBrowser();
		await app.signIn();
		await app.open(`/events/${event.id}`);
		await screen.findByText(/doesn’t show which day you chose/);
		expect(screen.getAllByRole<HTMLInputElement>('radio').filter(({ checked }) => checked)).toEqual([]);
	});

	it('is deleted from this browser at sign-out', async () => {
		await onEvent(hasSomeDays);
		press('Join');
		await screen.findByText('You’re going.');
		expect(JSON.stringify({ ...localStorage })).toContain('1001');
		await signOut();
		await screen.findByText('You’re signed out.');
		expect(JSON.stringify({ ...localStorage })).not.toContain('1001');
	});
});

describe('the days to choose from', () => {
	it('are those of the calendar from today on', async () => {
		const app = await startApp();
		const event = await app.findEvent(hasSomeDays);
		const [first, second, ...rest] = daysIn(event);
		if (first === undefined || second === undefined) throw new Error('the event has one day');
		vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${second}T12:00:00`) });
		await app.open(`/events/${event.id}`);
		await relationIsKnown();
		const labels = screen.getAllByRole('radio').map((each) => each.closest('label')?.textContent);
		expect(labels).toEqual([...[second, ...rest].map((day) => formatDay(day, 'en')), 'Not sure yet']);
		vi.useRealTimers();
	});

	it('are not offered for one evening that ends the next morning', async () => {
		const app = await startApp();
		const event = await app.findEvent();
		const day = event.begin_time.slice(0, 10);
		await app.open(`/events/${event.id}`, (page) => ({
			...page,
			responses: {
				[`/api/v2/event/${event.id}`]: {
					...event,
					begin_time: `${day} 22:00:00`,
					end_time: `${addDays(readEvent(event).begin?.slice(0, 10) as never, 1)} 05:00:00`,
				},
			},
		}));
		await relationIsKnown();
		expect(screen.queryByText('Which day?')).toBeNull();
	});
});

describe('an action that needs a sign-in', () => {
	it('is completed after the person returns', async () => {
		const app = await startApp();
		const event = await app.findEvent();
		await app.open(`/events/${event.id}`);
		await relationIsKnown();
		press('Join');
		await waitFor(() => expect(app.departures).toHaveLength(1));
		await app.open(await app.consent());
		await screen.findByText('You’re going.');
		expect(window.location.pathname).toBe(`/events/${event.id}`);
		expect(await app.idsOf('participated')).toContain(event.id);
	});

	it('leaves the event when Leave was pressed in a session that had ended', async () => {
		const { app, event } = await onEvent();
		press('Join');
		await screen.findByText('You’re going.');
		await longerThanADoublePress();
		await app.sandbox.control('DELETE', '/consents?user_id=1001&client_id=daybill-demo');
		press('Leave');
		const bar = await screen.findByText(/^Couldn’t save your change\. This site no longer has access/);
		expect(await app.idsOf('participated')).toContain(event.id);
		fireEvent.click(within(bar.parentElement ?? bar).getByRole('button', { name: 'Sign in' }));
		await waitFor(() => expect(app.departures).toHaveLength(1));
		await app.open(await app.consent());
		await screen.findByText('You’re no longer going.');
		expect(await app.idsOf('participated')).not.toContain(event.id);
		expect(await app.idsOf('wished')).not.toContain(event.id);
		expect(button('Interested').ariaPressed).toBe('false');
	});

	it.each(['by denying consent', 'by going back'])(
		'is not completed for the next person when it was abandoned %s',
		async (how) => {
			const app = await startApp();
			const event = await app.findEvent();
			await app.open(`/events/${event.id}`);
			await relationIsKnown();
			press('Join');
			await waitFor(() => expect(app.departures).toHaveLength(1));
			await app.open(how === 'by going back' ? `/events/${event.id}` : await app.consent('alice', 'deny'));
			await relationIsKnown();
			press('Sign in');
			await waitFor(() => expect(app.departures).toHaveLength(2));
			await app.open(await app.consent('bob'));
			await findAccount();
			await relationIsKnown();
			expect(app.calls.filter((call) => call.startsWith('POST /api/'))).toEqual([]);
			expect(await app.idsOf('participated', '1002')).not.toContain(event.id);
		},
	);

	it('is not completed for another person', async () => {
		const { app, event } = await onEvent();
		await app.sandbox.control('DELETE', '/consents?user_id=1001&client_id=daybill-demo');
		press('Join');
		const bar = await screen.findByText(/^Couldn’t save your change/);
		fireEvent.click(within(bar.parentElement ?? bar).getByRole('button', { name: 'Sign in' }));
		await waitFor(() => expect(app.departures).toHaveLength(1));
		await app.open(await app.consent('bob'));
		await findAccount();
		await relationIsKnown();
		expect(await app.idsOf('participated', '1002')).not.toContain(event.id);
	});
});

describe('a write whose response is lost', () => {
	it.each([
		['504 of the BFF', () => problem(504, 'service_timeout')],
		['502 of the BFF', () => problem(502, 'service_unreachable')],
		['broken connection', () => Promise.reject(new TypeError('Failed to fetch'))],
	])('is shown as saved when the service has saved it (%s)', async (_what, lost) => {
		const { app, event } = await onEvent();
		app.intercept((call) => (isWrite(call) ? call.forward().then(lost) : undefined));
		press('Join');
		await screen.findByText('You’re going.');
		expect(screen.queryByText(/Couldn’t save/)).toBeNull();
		expect(button('Leave')).toBeDefined();
		expect(await app.idsOf('participated')).toContain(event.id);
	});

	it('is shown as not saved when the service has not saved it', async () => {
		const { app } = await onEvent();
		app.intercept((call) => (isWrite(call) ? Promise.resolve(problem(504, 'service_timeout')) : undefined));
		press('Interested');
		await screen.findByText(
			'Couldn’t save your change. The events service is taking too long. Try again in a moment.',
		);
		expect(button('Interested').ariaPressed).toBe('false');
	});

	it('is shown as unclear when the service cannot be reached for a check either', async () => {
		const { app } = await onEvent();
		app.intercept(() => Promise.resolve(problem(504, 'service_timeout')));
		press('Join');
		const bar = await screen.findByText(/^Your change may not have been saved\./);
		app.intercept(() => undefined);
		fireEvent.click(within(bar.parentElement ?? bar).getByRole('button', { name: 'Try again' }));
		await screen.findByText('You’re going.');
	});

	it('is not saved when there was no network to send it', async () => {
		const { app } = await onEvent();
		app.goOffline();
		press('Interested');
		await screen.findByText(/^Couldn’t save your change\. Can’t connect\./);
	});
});

describe('a service that sends the own relation with the event', () => {
	it.each([
		['要参加', 'Leave'],
		['感兴趣', 'Join'],
	])('is shown without looking the event up in the own lists: %s', async (status, shown) => {
		const app = await startApp();
		const event = await app.findEvent();
		await app.signIn();
		app.intercept(({ path }) =>
			path === `/api/v2/event/${event.id}` ? Promise.resolve(Response.json({ ...event, status })) : undefined,
		);
		await app.open(`/events/${event.id}`, (page) => ({ ...page, responses: {} }));
		await relationIsKnown();
		button(shown);
		expect(button('Interested').ariaPressed).toBe(String(status === '感兴趣'));
		expect(app.calls.filter((call) => call.includes('/user_wished'))).toEqual([]);
	});
});
