/** The journey of a user who takes part: sign in, join, my events, leave, interest, own calendar, and the end of the session. */
import { randomBytes } from 'node:crypto';
import { apiPath, peoplePageSize } from '../../../src/contract/bff-api/api.ts';
import type { CalendarUrl } from '../../../src/contract/bff-api/session.ts';
import { bffPatterns, pagePath } from '../../../src/contract/paths.ts';
import { pageDataOf } from '../../bff/page-data-of.ts';
import { expect, short } from '../outcome.ts';
import { get, post, read, sendWrite, write } from './ask.ts';
import type { Surface, Visit } from './surface.ts';

type Relation = 'participants' | 'wishers';
const operations = {
	participants: { people: 'listParticipants', own: 'listParticipatedEvents', count: 'participantCount' },
	wishers: { people: 'listWishers', own: 'listWishedEvents', count: 'wisherCount' },
} as const;

/** What the user can see of a relation through Daybill. */
async function look({ person, truth }: Visit, relation: Relation) {
	const { people, own, count } = operations[relation];
	const event = await read(person, 'getEvent', { id: truth.event.id });
	const list = await read(person, own, { id: truth.userId, status: 'ongoing', start: 0, count: 100 });
	// The page that the app reads: a write removes it from the shared cache.
	const users = await read(person, people, { id: truth.event.id, start: 0, count: peoplePageSize });
	return {
		count: event[count],
		isMine: list.items.some(({ id }) => id === event.id),
		isNamed: users.items.some(({ id }) => id === truth.userId),
		names: users.items.length,
	};
}

/** Expects a write to change what the user sees, by one. */
async function changes(
	visit: Visit,
	relation: Relation,
	isOn: boolean,
	change: () => Promise<void>,
): Promise<void> {
	const before = await look(visit, relation);
	await change();
	const after = await look(visit, relation);
	const expected = before.count + (isOn ? 1 : -1);
	expect(
		after.count === expected,
		`the event counts ${after.count} ${relation} after the write, not ${expected}`,
	);
	expect(
		after.isMine === isOn,
		`the user's own list ${after.isMine ? 'still has' : 'does not have'} the event`,
	);
	// Not every service lists the people who take part.
	const says =
		after.names > 0 &&
		after.count <= peoplePageSize &&
		(relation === 'wishers' || before.isNamed || after.isNamed);
	if (says)
		expect(
			after.isNamed === isOn,
			`the ${relation} ${after.isNamed ? 'still include' : 'do not include'} the user`,
		);
}

async function signIn({ person, service, truth }: Visit): Promise<void> {
	const { text } = await get(person, '/');
	const { authorization_endpoint, client_id, redirect_uri, scope } = pageDataOf(text).settings;
	expect(
		authorization_endpoint.startsWith(`${service.authUrl.replace(/\/$/, '')}/service/`),
		`the browser is sent to ${authorization_endpoint}`,
	);
	const state = randomBytes(16).toString('hex');
	await post(person, bffPatterns.login, { state });
	const back = await service.consent(
		new URLSearchParams({ client_id, redirect_uri, response_type: 'code', scope, state }),
	);
	const code = back.searchParams.get('code') ?? '';
	expect(back.searchParams.get('state') === state, `the service sends the browser to ${short(back.href)}`);
	await post(person, bffPatterns.token, { grant_type: 'authorization_code', code, state });
	const session = await person.session();
	expect(session.signed_in === true, `after the sign-in the session is ${JSON.stringify(session)}`);
	expect(
		session.service_user_id === truth.userId,
		`the session is that of ${String(session.service_user_id)}`,
	);
}

export const signInSurface: Surface = { name: 'sign-in', needs: [], run: signIn };

export const takingPartSurfaces: readonly Surface[] = [
	{
		name: 'join',
		needs: [],
		run: (visit) =>
			changes(visit, 'participants', true, async () => {
				const input = { id: visit.truth.event.id, participate_date: visit.truth.day };
				await write(visit.person, 'joinEvent', input);
				// A double tap changes nothing, whether it is accepted or rejected.
				const again = await sendWrite(visit.person, 'joinEvent', input);
				expect(
					again.status < 500,
					`joining twice responds with ${again.status}: ${short(await again.text())}`,
				);
			}),
	},
	{
		name: 'my events',
		needs: [],
		async run({ person, truth: { userId, event } }) {
			await get(person, pagePath.me('participated'));
			const ongoing = { id: userId, status: 'ongoing', start: 0, count: 20 } as const;
			const { items } = await read(person, 'listParticipatedEvents', ongoing);
			expect(
				items.some(({ id }) => id === event.id),
				'the ongoing events of the user do not include the joined one',
			);
		},
	},
	{
		name: 'own calendar',
		needs: [],
		async run({ person, stranger, truth: { event } }) {
			const { url } = (await post(person, bffPatterns.calendar)) as CalendarUrl;
			expect(url !== undefined, 'the user has no calendar URL');
			const { text } = await get(stranger, new URL(url).pathname);
			const isThere = text.replace(/\r\n[ \t]/g, '').includes(encodeURIComponent(event.id));
			expect(isThere, `the user's calendar does not have ${event.title}`);
		},
	},
	{
		name: 'leave',
		needs: [],
		run: (visit) =>
			changes(visit, 'participants', false, () =>
				write(visit.person, 'leaveEvent', { id: visit.truth.event.id }),
			),
	},
	{
		name: 'interest',
		needs: [],
		async run(visit) {
			const { person, truth } = visit;
			await changes(visit, 'wishers', true, () => write(person, 'wishEvent', { id: truth.event.id }));
			await changes(visit, 'wishers', false, () => write(person, 'unwishEvent', { id: truth.event.id }));
		},
	},
	{
		name: 'renewal',
		needs: [],
		async run({ person, service, variant, truth: { userId } }) {
			const days = { L1: 7, L2: 30, L3: 90 }[variant.level ?? 'L1'];
			const visit = async (when: string) => {
				const ongoing = { id: userId, status: 'ongoing', start: 0, count: 20 } as const;
				await read(person, 'listParticipatedEvents', ongoing);
				const session = await person.session();
				expect(session.signed_in === true, `the session is ${JSON.stringify(session)} ${when}`);
			};
			// A lifetime in minutes that is mistaken for seconds would already be over.
			await service.advance(3 * 3_600);
			await visit('after three hours');
			for (let day = 0; day < days; day += Math.min(days, 30)) {
				await service.advance(Math.min(days, 30) * 86_400);
				await visit(`after ${day + Math.min(days, 30)} days`);
			}
			await visit('with the new token');
		},
	},
	{
		name: 'withdrawal',
		needs: [],
		async run({ person, service, truth: { userId, event } }) {
			await service.withdraw();
			const list = await person.get(
				apiPath({ operation: 'listParticipatedEvents', parameters: { id: userId } }),
			);
			const wish = await sendWrite(person, 'wishEvent', { id: event.id });
			const text = await wish.text();
			expect(
				wish.status >= 400 && wish.status < 500,
				`a write after the withdrawal responds with ${wish.status}: ${short(text)}`,
			);
			expect(
				list.status < 500,
				`a read after the withdrawal responds with ${list.status}: ${short(await list.text())}`,
			);
		},
	},
];
