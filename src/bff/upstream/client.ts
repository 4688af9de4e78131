/** Calls the service: its data API and token endpoint (Spec §4). No other file of the BFF does. */
import {
	BrokenCircuitError,
	ConsecutiveBreaker,
	circuitBreaker,
	ExponentialBackoff,
	handleWhen,
	retry,
} from 'cockatiel';
import { isUnknownId } from '../../contract/event/error-body.ts';
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
import { callerOf, currentVisitor } from '../fairness/visitor.ts';
import type { Metrics } from '../operating/metrics.ts';
import { hasReason, ProblemError } from '../problems/problem.ts';
import type { BffSettings } from '../settings.ts';
import type { Budget } from './budget.ts';
import type { Outages } from './outage-log.ts';
import { createPageSizes } from './page-sizes.ts';
import { readResponse, type ServiceResponse } from './service-response.ts';
import { type Grant, requestTokens, type TokenError } from './token-endpoint.ts';
import { createTransport } from './transport.ts';

export interface CallOptions {
	/** Sends the call once, unchanged. Leaves the response's status and body unchanged. */
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
const repeat = retry(
	handleWhen((error) => hasReason(error, 'service_unreachable')),
	{ maxAttempts: 2, backoff: new ExponentialBackoff({ initialDelay: 60, maxDelay: 500 }) },
);

/** Reads of an operation pause for three seconds after ten failures in a row. */
const createCircuit = () =>
	// Other problems don't count: the service responds.
	circuitBreaker(
		handleWhen((error) => hasReason(error, 'service_unreachable', 'service_timeout')),
		{ halfOpenAfter: 3_000, breaker: new ConsecutiveBreaker(10) },
	);

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
		sendPage: createPageSizes(clock),
		runFor: createBulkheads({ ...callsAtOnce, running }),
		/** Each operation has its own circuit breaker, so that a failing operation doesn't stop the others. */
		circuits: new Map(names.map((name) => [name, createCircuit()])),
		/** Operations that have succeeded without a token. */
		shown: new Set<OperationName>(),
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
	const { settings, metrics, budget, transport, clock, shown } = parts;
	const { call, accessToken, isExact = false, person } = sending;
	await budget.spend(kindOf(sending), callerOf(person), person && currentVisitor());
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
	if (!hadToken && response.error === undefined) shown.add(call.operation);
	return response;
}

/** Adds to a rejection: status 404 for an unknown id, and whether the service shows other ids without a token. */
function interpreted(
	{ shown }: Parts,
	call: Call,
	response: ServiceResponse,
	error: ErrorBody,
): ServiceResponse {
	const { status } = response;
	if (!isRead(call) || call.parameters.id === undefined) return response;
	if (!isUnknownId(status, error, call)) return { ...response, showsOthers: shown.has(call.operation) };
	return { ...response, status: 404 };
}

/** Sends a call. Learns from its response which operations fail, and how long pages may be. */
async function sendOnce(parts: Parts, sending: Sending): Promise<ServiceResponse> {
	const { call, isExact = false } = sending;
	const { outages, settings, sendPage } = parts;
	const response = isExact
		? await request(parts, sending, operationPath(call.operation, call.parameters))
		: await sendPage(call, (count) => request(parts, sending, pathOf(call, count, settings.eventsPageStart)));
	const { status, error } = response;
	if (error !== undefined) outages.see(call, { status, code: error.code });
	// A read counts as successful only once its response is parsed.
	else if (!isRead(call)) outages.see(call, null);
	return error === undefined || isExact ? response : interpreted(parts, call, response, error);
}

export function createUpstream(given: Given) {
	const parts = createParts(given);
	const { settings, metrics, budget, outages, transport, circuits } = parts;
	return {
		/** Repeats reads up to twice if the service is unreachable. Writes have no circuit: visitors could open it. */
		async call(call: Call, accessToken?: string, options: CallOptions = {}): Promise<ServiceResponse> {
			const sending = { call, accessToken, ...options };
			const send = () => sendOnce(parts, sending);
			const attempt = isRead(call) && !options.isExact ? () => repeat.execute(send) : send;
			const circuit = isRead(call) ? circuits.get(call.operation) : undefined;
			return inTurn(parts, call.operation, options.person, kindOf(sending), () =>
				circuit === undefined ? attempt() : circuit.execute(attempt),
			);
		},
		/** Calls the token endpoint, without retries. @param person whose quota a refresh counts against */
		token(grant: Grant, person?: string): Promise<{ tokens: Tokens } | TokenError> {
			const operation = `token ${grant.grant_type}`;
			const payer = callerOf(person);
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
