/** Services that fill gaps in the specification differently from the sandbox, as real services may. */
import { describe, expect, it } from 'vitest';
import { rawTransport } from '../../src/conformance/raw-transport.ts';
import type { Report } from '../../src/conformance/report.ts';
import { battery } from '../../src/conformance/run.ts';
import * as access from './lawful/access.ts';
import * as events from './lawful/events.ts';
import type { Lawful } from './lawful/lawful.ts';
import * as lists from './lawful/lists.ts';
import { recorded } from './lawful/recorded.ts';
import * as wire from './lawful/wire.ts';
import { codeIn, listParameter, respond } from './mutants/changes.ts';
import { closed, onBody, onEvents, onLocs, onResponse } from './service/changes.ts';
import {
	type Fields,
	inOrder,
	isFields,
	type Middleware,
	type ServiceRequest,
	type ServiceResponse,
} from './service/messages.ts';
import { isPersonsList, isToken, operationOf } from './service/operation.ts';
import { reject } from './service/reject.ts';
import { application, shareService, unchanged, withVerdict } from './share-service.ts';

const { sandbox, check, tokensToWrite } = shareService();

const verdictsOf = ({ results }: Report) =>
	Object.fromEntries(results.map(({ id, verdict }) => [id, verdict]));

/** A code or refresh token that the service issued; undefined if the request has none. */
const issuedGrant = ({ query }: ServiceRequest): string | undefined =>
	['code', 'refresh_token']
		.flatMap((name) => query.get(name) ?? [])
		.find((value) => !value.startsWith('no-such-'));

/** Rejects the code or the refresh token of some requests. */
const rejectGrant =
	(isMeant: (request: ServiceRequest) => boolean): Middleware =>
	async (request, next) =>
		isMeant(request) ? reject(request.query.has('code') ? 118 : 119) : next(request);

/** Rejects made-up codes and refresh tokens before any other fault of a request. */
const grantFirst = rejectGrant((request) => {
	const { query } = request;
	const named = { authorization_code: 'code', refresh_token: 'refresh_token' }[query.get('grant_type') ?? ''];
	return isToken(request) && named !== undefined && query.get(named)?.startsWith('no-such-') === true;
});

/** The first rejected request invalidates its code or refresh token. */
function grantEnds(): Middleware {
	const ended = new Set<string | undefined>();
	return inOrder(
		rejectGrant((request) => ended.has(issuedGrant(request))),
		onResponse(({ status }, request) => {
			const grant = issuedGrant(request);
			if (grant !== undefined && status === 400) ended.add(grant);
		}),
		grantFirst,
	);
}

/** Every token ends with some response; then calls of these methods are rejected. */
function tokensEnd(
	isLast: (response: ServiceResponse, request: ServiceRequest) => boolean,
	code: 103 | 106 | 123 = 103,
	methods = /./,
): Middleware {
	let isEnded = false;
	return inOrder(
		respond(({ token, method }) => isEnded && token !== undefined && methods.test(method), reject(code)),
		onResponse((response, request) => {
			isEnded ||= isLast(response, request);
		}),
	);
}

/** Using a refresh token twice revokes every token. */
const replayEnds = () =>
	tokensEnd((response, request) => issuedGrant(request) !== undefined && codeIn(response) === 119);

/** Services that do not interfere are combined, since each run takes a second. */
const services: readonly (readonly Lawful[])[] = [
	[access.readsNeedToken, wire.requestIsDecoded, wire.websiteBesideTheApi, events.neverEnd],
	[access.ownListsOnly, lists.atMost10, wire.expiresInMinutes, wire.acceptedEmpty],
	[lists.participantsAreArray, events.flagsAreDigits, events.endsBeforeBegin],
	[wire.jsonIsMarked, lists.pagingIgnored, lists.malformedIgnored, wire.loginElsewhere],
	[lists.rejectsMoreThan50, access.statusDefaultsToOngoing],
	[access.statusRequired, lists.rejectsPaging, lists.participantsAreCount],
	[wire.acceptedWithCode, wire.joinsNeedApproval, wire.lenientSignIn],
	[wire.joinsAreRefused, events.formsAreUnusual, lists.orderChanges],
	[access.filtersRequired, lists.participantsAreIds],
	[events.timesAreUtc, wire.tokenReadsForm, wire.idleWritesRejected, lists.firstIsHidden],
	[lists.totalsAreEstimates, wire.schemeOfHeader, wire.jsonAsHtml],
	[lists.privatePeopleAreHidden, lists.firstTwoComeTwice],
	[access.mostPopularIsPrivate, access.unknownCityIs404, events.weekHasPastEvents, wire.statusesFitCodes],
	[access.regionIsListedFirst, lists.totalCountsHidden, lists.countsFromOne, wire.errorsAtCallback],
];

/** Minimum number of checks with a verdict, so that a run that skips most checks does not pass. */
const fewestTried = 60;

/** Runs the conformance check with a code and writes. Expects only the differences that the services declare. */
async function expectAccepted(lawful: readonly Lawful[]): Promise<Report> {
	const change = inOrder(...lawful.map(({ create }) => create()));
	const wait = async () => undefined;
	const tokenParams = lawful.find((each) => each.tokenParams)?.tokenParams ?? 'query';
	const code = await sandbox().code();
	const report = await check(change, { application, code, write: true, wait, tokenParams });
	const departs = lawful.flatMap((each) => each.departs ?? []);
	const isDeclared = (id: string) =>
		departs.some((each) => (typeof each === 'string' ? each === id : each.test(id)));
	expect(report.results.filter(({ id, verdict }) => verdict === 'differs' && !isDeclared(id))).toEqual([]);
	const { conforms, open, differs } = report.counts;
	expect(conforms + open + differs).toBeGreaterThanOrEqual(fewestTried);
	expect(withVerdict(report, 'open')).toEqual(
		expect.arrayContaining(lawful.flatMap((each) => each.open ?? [])),
	);
	return report;
}

describe('the conformance check accepts a service in which', () => {
	it.each(services.map((lawful) => [lawful.map(({ does }) => does).join(' '), lawful] as const))(
		'%s',
		async (_does, lawful) => void (await expectAccepted(lawful)),
	);

	it('the week is the calendar week, and today is its last day: tomorrow is not in it', async () => {
		const local = new Date(Date.now() + 8 * 3_600_000);
		const sunday = Date.UTC(
			local.getUTCFullYear(),
			local.getUTCMonth(),
			local.getUTCDate() + ((7 - local.getUTCDay()) % 7),
			4,
		);
		const shift = sunday - Date.now();
		await sandbox().advance(shift / 1000);
		const only = battery.map(({ id }) => id).filter((id) => id.includes('.day_type.'));
		const calendarWeek = listParameter('day_type', 'week', 'today');
		expect(withVerdict(await check(calendarWeek, { only }), 'conforms')).toEqual(only);
	});

	it('images have other names, texts are HTML, and errors have other codes, and reports how', async () => {
		const { results } = await expectAccepted(recorded);
		const gotOf = (id: string) =>
			results
				.find((result) => result.id === id)
				?.findings.map((finding) => ('got' in finding ? finding.got : finding.verdict));
		expect(gotOf('event.image-hlarge')).toEqual(['no such field, but image_hlarge']);
		expect(gotOf('event.is_priv')).toEqual(['is_priv is absent or empty']);
		expect(gotOf('event.content-form')).toEqual(['HTML']);
		for (const field of ['has_ticket', 'tags']) expect(gotOf('event.extra-fields')?.[0]).toContain(field);
		expect(gotOf('listWishers.count-meaning')).toEqual([
			expect.stringMatching(/^count 20 with \d+ elements, so the number that was requested$/),
		]);
		expect(gotOf('error.known-code')).toContain('1001 uri_not_found');
		expect(gotOf('error.status')).toContain('HTTP 404');
		expect(gotOf('getEvent.unknown')).toEqual([expect.stringMatching(/^HTTP 404 .*1001/)]);
		expect(gotOf('getLoc.by-uid')).toEqual(['it does']);
		expect(gotOf('token.expires-in')).toEqual(['seconds: 604800 is the lifetime of L1']);
	});
});

const writeChecks = battery.map(({ id }) => id).filter((id) => /^(join|leave)Event\./.test(id));
const tokenChecks = battery.map(({ id }) => id).filter((id) => id.startsWith('token.'));

describe('the conformance check finds no difference', () => {
	it.each([
		[
			'for a service that checks the code or refresh token before the secret and redirect_uri',
			() => grantFirst,
			{ 'token.wrong-secret': 'conforms', 'token.wrong-redirect-uri': 'conforms' },
			{
				'token.refresh-wrong-secret': 'conforms',
				'token.refresh-wrong-redirect-uri': 'conforms',
				'token.refresh-late': 'conforms',
			},
		],
		[
			'for a code or refresh token that ends with the first rejected request',
			grantEnds,
			{ 'token.wrong-secret': 'conforms', 'token.exchange': 'not tried' },
			{ 'token.refresh-wrong-secret': 'conforms', 'token.refresh-late': 'not tried' },
		],
		[
			'for a refresh token that ends every token when used twice',
			replayEnds,
			{ 'token.code-once': 'conforms' },
			{ 'token.refresh-late': 'conforms', 'token.refresh-once': 'conforms', 'token.read': 'conforms' },
		],
	] as const)('%s', async (_name, create, withCode, withExpiredTokens) => {
		const byCode = await check(create(), { application, code: await sandbox().code(), only: tokenChecks });
		expect(withVerdict(byCode, 'differs')).toEqual([]);
		expect(verdictsOf(byCode)).toMatchObject(withCode);
		const tokens = await tokensToWrite();
		await sandbox().advance(8 * 86_400);
		const only = [...Object.keys(withExpiredTokens), 'token.refresh-once'];
		const byTokens = await check(create(), { application, ...tokens, only });
		expect(withVerdict(byTokens, 'differs')).toEqual([]);
		expect(verdictsOf(byTokens)).toMatchObject(withExpiredTokens);
	});

	it('if a user’s lists need a token, and says that it lacks one', async () => {
		const report = await check(
			closed((request) => isPersonsList(operationOf(request))),
			{ application },
		);
		expect(withVerdict(report, 'differs')).toEqual([]);
		const untried = report.results.filter(({ verdict }) => verdict === 'not tried');
		expect(JSON.stringify(untried)).toContain('the service requires a token for this (102): pass --token');
	});

	it('if the events of the first city need a token, and tries those of another', async () => {
		let first: unknown;
		const isOfFirst = ({ query }: ServiceRequest) => query.get('loc') === first;
		const rememberFirst = onBody('listLocs', ({ locs }) => {
			first ??= (locs as Fields[])[0]?.id;
		});
		const only = ['event.title', 'loc.name'];
		const report = await check(inOrder(rememberFirst, closed(isOfFirst)), { application, only });
		expect(withVerdict(report, 'conforms')).toEqual(only);
	});

	it('if events, users and cities have nothing but an id, and says so for each field', async () => {
		const keepId = (fields: Fields) => {
			for (const name of Object.keys(fields)) if (!['id', 'owner'].includes(name)) delete fields[name];
			if (isFields(fields.owner)) keepId(fields.owner);
		};
		const report = await check(
			inOrder(
				onEvents(keepId),
				onLocs(keepId),
				onBody(['listParticipants', 'listWishers'], ({ users }) => {
					for (const user of users as Fields[]) keepId(user);
				}),
			),
			{ application },
		);
		expect(withVerdict(report, 'differs')).toEqual([]);
		const isOfField = (id: string) => /^(event|owner|loc)\./.test(id);
		expect(report.results.filter(({ id, verdict }) => isOfField(id) && verdict !== 'open')).toMatchObject([
			{ id: 'event.id', verdict: 'conforms' },
			{ id: 'event.owner', verdict: 'conforms' },
			{ id: 'event.order', verdict: 'not tried' },
			{ id: 'owner.id', verdict: 'conforms' },
			{ id: 'loc.id', verdict: 'conforms' },
		]);
	});

	it('if a write takes effect after its response, and says when', async () => {
		let pending: Parameters<typeof rawTransport>[0][] = [];
		let pauses = 0;
		const report = await check(unchanged, {
			...(await tokensToWrite()),
			only: ['joinEvent.status', 'joinEvent.count', 'joinEvent.people', 'leaveEvent.own-list'],
			// The write takes effect during the fourth pause.
			wait: async () => {
				pauses += 1;
				if (pauses < 4) return;
				for (const request of pending) await rawTransport(request);
				pending = [];
			},
			transport: async (request) => {
				if (request.method === 'GET' || !request.url.endsWith('/participants')) return rawTransport(request);
				pending.push(request);
				return { status: 202, headers: [], text: '{}' };
			},
		});
		expect(verdictsOf(report)).toEqual({
			'joinEvent.status': 'open',
			'joinEvent.count': 'conforms',
			'joinEvent.people': 'conforms',
			'leaveEvent.own-list': 'conforms',
		});
		expect(JSON.stringify(report.results)).toContain('takes effect after 15 s');
	});

	it.each([
		[103, 'any call', /./],
		[106, 'writes, while reads ignore the token', /POST|DELETE/],
		[123, 'leaving', /DELETE/],
	] as const)(
		'if the token ends after a join: %i for %s, and notes that the user may still be joined',
		async (code, _calls, methods) => {
			const report = await check(
				tokensEnd(
					({ status }, request) => operationOf(request) === 'joinEvent' && status === 202,
					code,
					methods,
				),
				{ ...(await tokensToWrite()), wait: async () => undefined, only: writeChecks },
			);
			expect(withVerdict(report, 'differs')).toEqual([]);
			expect(report.results.find(({ id }) => id === 'leaveEvent.status')).toMatchObject({
				findings: [{ verdict: 'not tried', why: `the token has ended (${code})` }],
			});
			expect(report.notes).toEqual([
				expect.stringMatching(/^event \d+ may still have the user among its participants$/),
			]);
		},
	);

	it('if a user becomes interested between two reads', async () => {
		const dora = { uid: 'dora', name: 'Dora', password: 'dora-daybill' };
		const { id } = (await sandbox().control<{ id: string }>('POST', '/users', dora)).body;
		const { access_token: token } = await sandbox().issue(id);
		let reads = 0;
		const report = await check(
			async (request, next) => {
				if (operationOf(request) === 'listWishers' && ++reads === 1)
					await next({ ...request, method: 'POST', token });
				return next(request);
			},
			{ only: ['listWishers.counter'] },
		);
		expect(reads).toBeGreaterThan(1);
		expect(report.results).toMatchObject([{ verdict: 'conforms' }]);
	});
});
