/** The service under test: calls that are remembered, what was found out about it, and the tester's credentials. */
import { z } from 'zod';
import { authorizationPaths, operationPath } from '../contract/operations.ts';
import { type Answer, type Call, callerFor, type Transport } from './call.ts';

/** An application that the tester registered. */
export interface Application {
	readonly clientId: string;
	readonly clientSecret: string;
	readonly redirectUri: string;
}

export interface ServiceOptions {
	/** {base_url} and {auth_url}, without a slash at the end. */
	readonly baseUrl: string;
	readonly authUrl: string;
	readonly application: Application | null;
	readonly token: string | null;
	readonly refreshToken: string | null;
	/** A fresh authorization code to exchange. */
	readonly code: string | null;
	/** Identifier of the token's user. */
	readonly userId: string | null;
	/** City to look for events in. */
	readonly locId: string | null;
	/** Whether data may be changed. */
	readonly write: boolean;
	/** Milliseconds for each call. */
	readonly timeout: number;
	/** Milliseconds between calls. */
	readonly pause: number;
	/** Milliseconds since 1970. */
	readonly now: () => number;
}

/** Events, cities and people that exist here; null when the service listed none. */
export interface Known {
	readonly eventId: string | null;
	readonly locId: string | null;
	/** Someone who takes part in something or, failing that, who made an event. */
	readonly userId: string | null;
}

/** The hourly limit is used up (codes 111, 112): nothing can be judged any more. */
export class LimitReached extends Error {
	override readonly name = 'LimitReached';
}

export interface Service {
	readonly options: ServiceOptions;
	/** Calls {base_url}; without a token unless asked. */
	readonly call: Call;
	/** Calls {auth_url}. */
	readonly authorization: Call;
	/** A GET of {base_url}, made once; with the token only when `ownView`, or where the service wants one (102). */
	read(path: string, ownView?: boolean): Promise<Answer>;
	/** The token endpoint, parameters in the query string (Spec §4.1's reference form). */
	token(parameters: Readonly<Record<string, string>>): Promise<Answer>;
	known(): Promise<Known>;
	/** Tokens in use; replaced when a code or a refresh token was exchanged. */
	readonly tokens: { access: string | null; refresh: string | null; userId: string | null };
	/** Every failed answer so far, for the checks of the error model. */
	readonly failures: readonly Answer[];
	/** Runs once and remembers: trials that several checks judge. */
	once<Result>(key: string, trial: () => Promise<Result>): Promise<Result>;
	/** Forgets what was read, after something changed. */
	forget(): void;
}

const identified = z.looseObject({ id: z.string() });
const eventsBody = z.looseObject({ events: z.array(z.looseObject({ id: z.string() })) });
const peopleBody = z.looseObject({ users: z.array(identified) });
const locsBody = z.looseObject({ locs: z.array(identified) });

/** Cities that are looked through for one with events. */
const citiesToTry = 12;

/** The event with the most people, so that its lists of people have something to judge. */
function mostVisited<Listed extends Readonly<Record<string, unknown>>>(events: readonly Listed[]) {
	const people = ({ participant_count, wisher_count }: Listed) =>
		Math.min(Number(participant_count) || 0, Number(wisher_count) || 0);
	return events.toSorted((left, right) => people(right) - people(left))[0];
}

export function openService(options: ServiceOptions, transport: Transport): Service {
	const failures: Answer[] = [];
	const memory = new Map<string, Promise<unknown>>();
	const reads = new Map<string, Promise<Answer>>();
	let called = false;

	const watched = (call: Call): Call => {
		return async (path, callOptions) => {
			if (called && options.pause > 0) await new Promise((resolve) => setTimeout(resolve, options.pause));
			called = true;
			const answer = await call(path, callOptions);
			const code = (answer.json as { code?: unknown } | null | undefined)?.code;
			if (answer.status >= 400 || (code !== undefined && answer.status !== 200)) failures.push(answer);
			if (code === 111 || code === 112) throw new LimitReached(`the service answered ${code}: limit reached`);
			return answer;
		};
	};
	const call = watched(callerFor(options.baseUrl, transport, options.timeout));
	const authorization = watched(callerFor(options.authUrl, transport, options.timeout));
	const tokens = { access: options.token, refresh: options.refreshToken, userId: options.userId };

	const once = <Result>(key: string, trial: () => Promise<Result>): Promise<Result> => {
		const running = (memory.get(key) as Promise<Result> | undefined) ?? trial();
		memory.set(key, running);
		return running;
	};
	const get = async (path: string, ownView: boolean): Promise<Answer> => {
		if (ownView) return call(path, { token: tokens.access });
		const answer = await call(path);
		const wantsToken = (answer.json as { code?: unknown } | undefined)?.code === 102;
		return wantsToken && tokens.access !== null ? call(path, { token: tokens.access }) : answer;
	};
	const read = (path: string, ownView = false): Promise<Answer> => {
		const key = `${ownView} ${path}`;
		const running = reads.get(key) ?? get(path, ownView);
		reads.set(key, running);
		return running;
	};

	const findKnown = async (): Promise<Known> => {
		const locs = locsBody.safeParse((await read(operationPath('listLocs'))).json).data?.locs ?? [];
		const candidates =
			options.locId === null ? locs.slice(0, citiesToTry).map(({ id }) => id) : [options.locId];
		for (const locId of candidates) {
			const body = eventsBody.safeParse((await read(operationPath('listEvents', { loc: locId }))).json);
			const events = body.data?.events ?? [];
			if (events.length === 0) continue;
			return { locId, eventId: mostVisited(events)?.id ?? null, userId: await findUser(events) };
		}
		return { locId: candidates[0] ?? null, eventId: null, userId: tokens.userId };
	};
	const findUser = async (events: readonly Record<string, unknown>[]): Promise<string | null> => {
		const visited = events.filter(({ participant_count }) => Number(participant_count) > 0).slice(0, 3);
		for (const { id } of visited) {
			const { json } = await read(operationPath('listParticipants', { id: String(id) }));
			const [person] = peopleBody.safeParse(json).data?.users ?? [];
			if (person !== undefined) return person.id;
		}
		return identified.safeParse(events[0]?.owner).data?.id ?? null;
	};

	return {
		options,
		call,
		authorization,
		read,
		tokens,
		failures,
		once,
		token: (parameters) =>
			authorization(`${authorizationPaths.token}?${new URLSearchParams(parameters)}`, { method: 'POST' }),
		known: () => once('known', findKnown),
		forget: () => reads.clear(),
	};
}
