/** Calls the service: its data API and token endpoint (Spec §4). No other file of the BFF does. */
import {
	BrokenCircuitError,
	CircuitState,
	circuitBreaker,
	ExponentialBackoff,
	handleWhen,
	type IBreaker,
	retry,
} from 'cockatiel';
import { isUnknownId } from '../../contract/event/error-body.ts';
import { meaningOf } from '../../contract/event/rejection.ts';
import type { Tokens } from '../../contract/event/token.ts';
import type { Call } from '../../contract/spec/call.ts';
import { errorCodes } from '../../contract/spec/errors.ts';
import {
	type Operation,
	type OperationName,
	operationPath,
	operations,
} from '../../contract/spec/operations.ts';
import type { ErrorBody } from '../../contract/spec/resources.ts';
import { createBulkheads } from '../fairness/bulkheads.ts';
import { callsAtOnce } from '../fairness/limits.ts';
import { callerOf, currentVisitor, payerOf } from '../fairness/visitor.ts';
import type { Metrics } from '../operating/metrics.ts';
import { hasReason, ignoreProblem, ProblemError } from '../problems/problem.ts';
import type { BffSettings } from '../settings.ts';
import type { Budget } from './budget.ts';
import type { Outages } from './outages.ts';
import { createPageSizes } from './page-sizes.ts';
import { missingToken, readResponse, type ServiceResponse } from './service-response.ts';
import { type Grant, requestTokens, type TokenError } from './token-endpoint.ts';
import { createTokenNeeds } from './token-needs.ts';
import { createTransport } from './transport.ts';

export interface CallOptions {
	/** Sends the call once, unchanged, even if it is known to need a token. Leaves the response's status and body unchanged. */
	isExact?: boolean;
	/** The person whose quota the call counts against, in place of the visitor's. */
	person?: string;
}

/**
 * Calls may throw ProblemError service_unreachable, service_timeout, service_invalid_response,
 * service_response_too_large, overloaded, calls_reserved, or too_many_requests (the visitor's or person's share of the
 * hourly budget is used up).
 */
export type Upstream = ReturnType<typeof createUpstream>;

/** Several queues, so that calls without a token, made-up codes and slow reads can't block writes and refreshes. */
const queues = ['shared', 'personal', 'write', 'code'] as const;
/** Calls in each queue. */
const concurrency = { running: 48, waiting: 512 };
/**
 * Calls of an operation pause for `pauseMs` (its circuit opens) when none has succeeded for `ofSeveral`, and calls of
 * this many `visitors` have failed. After `ofOne`, one visitor is enough: behind an untrusted proxy, everyone has the
 * same address.
 */
const breaker = {
	visitors: 4,
	failingMs: { ofSeveral: 10_000, ofOne: 30_000 },
	/** A failure this long after the previous one begins a new outage. */
	memoryMs: 600_000,
	pauseMs: 3_000,
};
const repeat = retry(
	handleWhen((error) => hasReason(error, 'service_unreachable')),
	{ maxAttempts: 2, backoff: new ExponentialBackoff({ initialDelay: 60, maxDelay: 500 }) },
);

/** Counts visitors, not calls: the service may fail for one visitor's requests and work for all others. */
function createBreaker(clock: () => number): IBreaker {
	const failed = new Set<string>();
	let failingSince = 0;
	let lastFailedAt = 0;
	return {
		state: undefined,
		success: () => failed.clear(),
		failure() {
			const now = clock();
			if (now - lastFailedAt > breaker.memoryMs) failed.clear();
			lastFailedAt = now;
			if (failed.size === 0) failingSince = now;
			failed.add(currentVisitor() ?? '');
			const { ofOne, ofSeveral } = breaker.failingMs;
			return now - failingSince >= (failed.size < breaker.visitors ? ofOne : ofSeveral);
		},
	};
}

/** What is known of an operation. Each has its own circuit, so that a failing operation doesn't stop the others. */
const createCircuit = (clock: () => number) => ({
	// Other problems don't count: the service responds.
	policy: circuitBreaker(
		handleWhen((error) => hasReason(error, 'service_unreachable', 'service_timeout')),
		{ halfOpenAfter: breaker.pauseMs, breaker: createBreaker(clock) },
	),
	/** Paths of the last two reads that succeeded without a token, to test whether the service works. */
	provenPaths: [] as readonly string[],
});

const notConnected: ReadonlySet<unknown> = new Set([
	...['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'],
]);

const lostWrites = new WeakSet<object>();

/** Whether a failed write may have had an effect: it was sent, and its response was lost. */
export const mayHaveHadEffect = (error: unknown): boolean =>
	error instanceof ProblemError && lostWrites.has(error);

const methodOf = ({ operation }: Call): Operation['method'] => operations[operation].method;
const isRead = (call: Call) => methodOf(call) === 'GET';
const nameOf = (call: Call, path: string) => `${methodOf(call)} ${path.split('?')[0]}`;

function kindOf({ call, accessToken }: Sending) {
	if (!isRead(call)) return 'write';
	return accessToken === undefined ? 'shared' : 'personal';
}

/** The label of a response in the metrics. All codes that the specification lacks have the same label. */
function outcomeOf(status: number, error: ErrorBody | undefined): string {
	if (error === undefined) return String(status);
	return `${status} ${errorCodes.some(({ code }) => code === error.code) ? error.code : 'other'}`;
}

/**
 * Writes the path of a call with the service's paging, and with `type`, which a service may require (Spec §4.2).
 * @param size how many elements to request if the call has a `count`; null to leave out `start` and `count`
 */
function pathOf({ operation, parameters }: Call, size: number | null, pageStart: number): string {
	const { type, start, count } = parameters as Call<'listEvents'>['parameters'];
	const page = {
		start: start === undefined ? undefined : Number(start) + pageStart,
		count: count === undefined ? undefined : size,
	};
	return operationPath(operation, {
		...parameters,
		...(size === null ? { start: undefined, count: undefined } : page),
		type: type ?? 'all',
	} as Call['parameters']);
}

/** What the functions of this file need. */
type Parts = ReturnType<typeof createParts>;

interface Given {
	settings: BffSettings;
	metrics: Metrics;
	budget: Budget;
	outages: Outages;
	clock: () => number;
}

function createParts(given: Given) {
	const { settings, clock } = given;
	const { visitorCalls, callsAtOnce: running = visitorCalls === null ? Infinity : callsAtOnce.running } =
		settings;
	const names = Object.keys(operations) as OperationName[];
	return {
		...given,
		transport: createTransport(queues.length * concurrency.running),
		runInQueue: createBulkheads(concurrency),
		tokenNeeds: createTokenNeeds(clock),
		sendPage: createPageSizes(clock),
		runFor: createBulkheads({ ...callsAtOnce, running }),
		circuits: Object.fromEntries(names.map((name) => [name, createCircuit(clock)])) as Record<
			OperationName,
			ReturnType<typeof createCircuit>
		>,
	};
}

/** Waits for a free slot among the caller's calls, then for one in the queue. */
async function inTurn<Result>(
	{ runFor, runInQueue, outages }: Parts,
	operation: string,
	person: string | undefined,
	queue: (typeof queues)[number],
	work: () => Promise<Result>,
): Promise<Result> {
	const caller = callerOf(person);
	const begin = () => runInQueue(queue, work);
	try {
		return await (caller === undefined ? begin() : runFor(caller, begin));
	} catch (error) {
		if (error instanceof BrokenCircuitError)
			throw new ProblemError('service_unreachable', 'The service cannot be reached at the moment.', {
				cause: error,
			});
		outages.seeError(operation, error);
		throw error;
	}
}

async function measured<Result>(
	metrics: Metrics,
	operation: string,
	work: () => Promise<Result>,
	labelOf: (result: Result) => string,
): Promise<Result> {
	const startedAt = performance.now();
	let outcome = 'internal';
	try {
		const result = await work();
		outcome = labelOf(result);
		return result;
	} catch (error) {
		if (error instanceof ProblemError) outcome = error.problem.reason;
		throw error;
	} finally {
		metrics.serviceCall(operation, outcome, (performance.now() - startedAt) / 1000);
	}
}

/** A call, the token to send with it, and whose quota it counts against. */
interface Sending extends CallOptions {
	call: Call;
	accessToken: string | undefined;
}

/** Sends one request, at the cost of the caller's quota. */
async function request(parts: Parts, sending: Sending, path: string): Promise<ServiceResponse> {
	const { settings, metrics, budget, transport, clock, circuits } = parts;
	const { call, accessToken, isExact = false, person } = sending;
	await budget.spend(kindOf(sending), payerOf(person), person && currentVisitor());
	const method = methodOf(call);
	const url = `${settings.eventsBaseUrl}${path}`;
	const hadToken = accessToken !== undefined;
	const authorization = hadToken ? { authorization: `Bearer ${accessToken}` } : {};
	const init = { method, headers: { accept: 'application/json', ...authorization } };
	const sent = { url, request: nameOf(call, path), hadToken, isExact, now: clock() };
	const response = await measured(
		metrics,
		call.operation,
		async () => readResponse(await transport.send(url, init), sent),
		({ status, error }) => outcomeOf(status, error),
	).catch((problem: Error) => {
		const { code } = Object(problem.cause) as { code?: unknown };
		if (!isRead(call) && !notConnected.has(code)) lostWrites.add(problem);
		throw problem;
	});
	budget.see(response.limitHeaders);
	if (response.error?.code === 112) budget.seeSpent();
	if (isRead(call) && !hadToken && response.error === undefined) {
		const circuit = circuits[call.operation];
		circuit.provenPaths = [path, ...circuit.provenPaths.filter((each) => each !== path)].slice(0, 2);
	}
	return response;
}

/**
 * Whether the service sends 999 even for an id that it has shown. Then, 999 doesn't mean that an id is unknown. False if
 * that id can't be read now, such as at a limit.
 */
async function failsForKnownId(parts: Parts, { call, person }: Sending): Promise<boolean> {
	const name = nameOf(call, operationPath(call.operation, call.parameters));
	const provenPath = parts.circuits[call.operation].provenPaths.find((path) => nameOf(call, path) !== name);
	if (provenPath === undefined) return false;
	const proof = { call, accessToken: undefined, ...(person === undefined ? {} : { person }) };
	const response = await request(parts, proof, provenPath).catch(ignoreProblem);
	return response?.error?.code === 999;
}

/** Adds to a rejection: status 404 for an unknown id, and whether the service shows other ids without a token. */
async function interpreted(
	parts: Parts,
	sending: Sending,
	response: ServiceResponse,
	error: ErrorBody,
): Promise<ServiceResponse> {
	const { status } = response;
	const { call } = sending;
	if (!isRead(call) || call.parameters.id === undefined) return response;
	if (!isUnknownId(status, error, call))
		return { ...response, showsOthers: parts.circuits[call.operation].provenPaths.length > 0 };
	const isVague = [113, 999].includes(error.code) && meaningOf({ status, code: error.code }) !== 'absent';
	if (isVague && error.code === 999 && (await failsForKnownId(parts, sending))) return response;
	return { ...response, status: 404, isVague };
}

/** Sends a call. Learns from its response which operations fail, how long pages may be, and which reads need a token. */
async function sendOnce(parts: Parts, sending: Sending): Promise<ServiceResponse> {
	const { call, accessToken, isExact = false } = sending;
	const { outages, tokenNeeds, settings, sendPage } = parts;
	const response = isExact
		? await request(parts, sending, operationPath(call.operation, call.parameters))
		: await sendPage(call, (count) => request(parts, sending, pathOf(call, count, settings.eventsPageStart)));
	const { status, error } = response;
	if (error !== undefined) outages.see(call, { status, code: error.code });
	// A read counts as successful only once its response is parsed.
	else if (!isRead(call)) outages.see(call, null);
	if (isExact) return response;
	if (accessToken === undefined) tokenNeeds.see(call, { status, code: error?.code });
	return error === undefined ? response : interpreted(parts, sending, response, error);
}

/**
 * Runs an attempt. If the operation's circuit is open, first repeats a read that has succeeded before. Operations
 * without such a read, such as writes, have no circuit, because callers whose calls fail could keep it open.
 * @throws BrokenCircuitError
 */
async function runInCircuit<Result>(
	parts: Parts,
	sending: Sending,
	attempt: () => Promise<Result>,
): Promise<Result> {
	const { provenPaths, policy } = parts.circuits[sending.call.operation];
	const [provenPath] = provenPaths;
	if (provenPath === undefined) return attempt();
	if (policy.state !== CircuitState.Closed)
		await policy.execute(async () => {
			// If another caller's attempt has succeeded, the circuit is closed.
			if (policy.state !== CircuitState.HalfOpen) return;
			const proof = { call: sending.call, accessToken: undefined };
			await request(parts, proof, provenPath).catch(() => sendOnce(parts, sending));
		});
	return policy.execute(attempt);
}

export function createUpstream(given: Given) {
	const parts = createParts(given);
	const { settings, metrics, budget, outages, transport, tokenNeeds } = parts;
	return {
		/** Repeats reads up to twice if the service is unreachable. Rejects calls that lack a token which they need. */
		async call(call: Call, accessToken?: string, options: CallOptions = {}): Promise<ServiceResponse> {
			if (accessToken === undefined && !options.isExact && tokenNeeds.rejects(call))
				return missingToken(
					nameOf(call, operationPath(call.operation, call.parameters)),
					'the service requires one for this operation',
				);
			const sending = { call, accessToken, ...options };
			const send = () => sendOnce(parts, sending);
			const attempt = isRead(call) && !options.isExact ? () => repeat.execute(send) : send;
			return inTurn(parts, call.operation, options.person, kindOf(sending), () =>
				runInCircuit(parts, sending, attempt),
			);
		},
		/** Calls the token endpoint, without retries. @param person whose quota a refresh counts against */
		token(grant: Grant, person?: string): Promise<{ tokens: Tokens } | TokenError> {
			const operation = `token ${grant.grant_type}`;
			const payer = payerOf(person);
			const queue = grant.grant_type === 'authorization_code' ? 'code' : 'write';
			return inTurn(parts, operation, person, queue, async () => {
				await budget.spend('token', payer, person && currentVisitor());
				const result = await measured(
					metrics,
					operation,
					() => requestTokens(settings, transport.send, grant),
					(sent) => ('tokens' in sent ? '200' : outcomeOf(sent.status, sent.error)),
				);
				outages.see({ operation }, 'tokens' in result ? null : { ...result, code: result.error.code });
				return result;
			});
		},
		close: () => transport.close(),
	};
}
