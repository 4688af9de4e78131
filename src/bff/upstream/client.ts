/** Calls the service: its data API and token endpoint (Spec §4). No other file of the BFF does. */
import {
	BrokenCircuitError,
	CircuitState,
	circuitBreaker,
	ExponentialBackoff,
	handleWhen,
	type IBreaker,
	retry,
	wrap,
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
import { type Bulkheads, createBulkheads } from '../fairness/bulkheads.ts';
import { callsAtOnce } from '../fairness/limits.ts';
import { callerOf, currentVisitor, payerOf } from '../fairness/visitor.ts';
import type { Metrics } from '../operating/metrics.ts';
import { hasReason, ProblemError } from '../problems/problem.ts';
import type { BffSettings } from '../settings.ts';
import type { Budget } from './budget.ts';
import type { Outages } from './outages.ts';
import { createPageSizes } from './page-sizes.ts';
import { missingToken, readResponse, type ServiceResponse } from './service-response.ts';
import { type Grant, requestTokens, type TokenError } from './token-endpoint.ts';
import { createTokenNeeds } from './token-needs.ts';
import { createTransport } from './transport.ts';

export interface CallOptions {
	/** Sends the call unchanged, even if it is known to need a token. Leaves the response's status and body unchanged. */
	isExact?: boolean;
	/** Doesn't repeat a read if the service is unreachable. */
	isOnce?: boolean;
	/** The person whose quota the call counts against, in place of the visitor's. */
	person?: string;
}

/**
 * Calls may throw ProblemError service_unreachable, service_timeout, service_invalid_response,
 * service_response_too_large, overloaded, calls_reserved, or too_many_requests (the visitor's or person's share of the
 * hourly budget is used up).
 */
export type Upstream = ReturnType<typeof createUpstream>;

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
	/** If two failures are further apart, the second one is the first of a new outage. */
	memoryMs: 600_000,
	pauseMs: 3_000,
};
/** For this long after a service has clearly rejected an unknown id, 999 means a failure, not another unknown id. */
const absenceMemoryMs = 86_400_000;
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

const createCircuit = (clock: () => number) => ({
	// Other problems don't count: the service responds.
	policy: circuitBreaker(
		handleWhen((error) => hasReason(error, 'service_unreachable', 'service_timeout')),
		{ halfOpenAfter: breaker.pauseMs, breaker: createBreaker(clock) },
	),
	/** Path of the last successful read without a token. Requested again to test whether the service works. */
	provenPath: undefined as string | undefined,
	/** When the service last rejected an unknown id with a code or status for that. Milliseconds since 1970. */
	absenceToldAt: 0,
});

const notConnected: ReadonlySet<unknown> = new Set([
	...['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'],
]);

const lostWrites = new WeakSet<object>();

/** Whether a failed write may have had an effect: it was sent, and its response was lost. */
export const mayHaveHadEffect = (error: unknown): boolean =>
	error instanceof ProblemError && lostWrites.has(error);

const nameOf = (method: string, path: string) => `${method} ${path.split('?')[0]}`;

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

/** Changes the `start` of a page to count from 0, if the service counts from another number. */
function fromZero(body: unknown, { parameters }: Call, pageStart: number): unknown {
	const asked = Number((parameters as { start?: string | number }).start);
	const isEcho =
		typeof body === 'object' && body !== null && 'start' in body && Number(body.start) === asked + pageStart;
	return pageStart > 0 && isEcho ? { ...body, start: asked } : body;
}

export function createUpstream(
	settings: BffSettings,
	metrics: Metrics,
	budget: Budget,
	outages: Outages,
	clock: () => number,
) {
	/** Several queues, so that calls without a token, made-up codes and slow reads can't block writes and refreshes. */
	const queues = {
		shared: createBulkheads(concurrency),
		personal: createBulkheads(concurrency),
		write: createBulkheads(concurrency),
		code: createBulkheads(concurrency),
	};
	const transport = createTransport(Object.keys(queues).length * concurrency.running);
	const tokenNeeds = createTokenNeeds(clock);
	const sendPage = createPageSizes(clock);
	const { visitorCalls, callsAtOnce: running = visitorCalls === null ? Infinity : callsAtOnce.running } =
		settings;
	const runFor = createBulkheads({ ...callsAtOnce, running });
	/** Each operation has a circuit, so that a failing operation doesn't stop the others. */
	const circuits = Object.fromEntries(
		Object.keys(operations).map((name) => [name, createCircuit(clock)]),
	) as Record<OperationName, ReturnType<typeof createCircuit>>;

	/** Waits until the caller has few enough calls running, then until the queue has. */
	const inTurn = async <Result>(
		operation: string,
		person: string | undefined,
		queue: Bulkheads,
		work: () => Promise<Result>,
	) => {
		const caller = callerOf(person);
		const begin = () => queue('', work);
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
	};

	const measured = async <Result>(
		operation: string,
		work: () => Promise<Result>,
		labelOf: (result: Result) => string,
	) => {
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
	};

	const send = async (
		operation: OperationName,
		path: string,
		accessToken: string | undefined,
		isExact: boolean,
	): Promise<ServiceResponse> => {
		const { method }: Operation = operations[operation];
		const url = `${settings.eventsBaseUrl}${path}`;
		const hadToken = accessToken !== undefined;
		const headers = {
			accept: 'application/json',
			...(hadToken ? { authorization: `Bearer ${accessToken}` } : {}),
		};
		const sent = { url, request: nameOf(method, path), hadToken, isExact, now: clock() };
		const response = await measured(
			operation,
			async () => readResponse(await transport.send(url, { method, headers }), sent),
			({ status, error }) => outcomeOf(status, error),
		);
		budget.see(response.limitHeaders);
		if (response.error?.code === 112) budget.seeSpent();
		return response;
	};

	return {
		/** Repeats reads up to twice if the service is unreachable. Rejects calls that lack a token which they need. */
		async call(
			call: Call,
			accessToken?: string,
			{ isExact = false, isOnce = false, person }: CallOptions = {},
		): Promise<ServiceResponse> {
			const { method }: Operation = operations[call.operation];
			const exactPath = operationPath(call.operation, call.parameters);
			if (accessToken === undefined && !isExact && tokenNeeds.includes(call))
				return missingToken(nameOf(method, exactPath), 'the service requires one for this operation');
			const isRead = method === 'GET';
			const circuit = circuits[call.operation];
			const policy = isRead && !isOnce ? wrap(circuit.policy, repeat) : circuit.policy;
			const readKind = accessToken === undefined ? 'shared' : 'personal';
			const kind = isRead ? readKind : 'write';
			const payer = payerOf(person);
			const sendTo = async (path: string) => {
				await budget.spend(kind, payer, person && currentVisitor());
				const response = await send(call.operation, path, accessToken, isExact).catch((problem: Error) => {
					const { code } = Object(problem.cause) as { code?: unknown };
					if (!isRead && !notConnected.has(code)) lostWrites.add(problem);
					throw problem;
				});
				if (isRead && accessToken === undefined && response.error === undefined) circuit.provenPath = path;
				return response;
			};
			const sendCounted = async () => {
				const response = isExact
					? await sendTo(exactPath)
					: await sendPage(call, (count) => sendTo(pathOf(call, count, settings.eventsPageStart)));
				const { status, error } = response;
				if (error !== undefined) outages.see(call, { status, code: error.code });
				// A read counts as successful only once its response is parsed.
				else if (!isRead) outages.see(call, null);
				if (accessToken === undefined && !isExact) tokenNeeds.see(call, { status, code: error?.code });
				if (isExact) return response;
				const isById = isRead && call.parameters.id !== undefined;
				if (isById && error !== undefined && isUnknownId(status, error, call)) {
					const isVague =
						[113, 999].includes(error.code) && meaningOf({ status, code: error.code }) !== 'absent';
					if (!isVague) circuit.absenceToldAt = clock();
					const isFailure =
						isVague && error.code === 999 && clock() < circuit.absenceToldAt + absenceMemoryMs;
					return isFailure ? response : { ...response, status: 404, isVague };
				}
				if (error !== undefined)
					return { ...response, showsOthers: isById && circuit.provenPath !== undefined };
				const { readBody } = response;
				const read = () => fromZero(readBody(), call, settings.eventsPageStart);
				return { ...response, readBody: Object.assign(read, { isLong: readBody.isLong ?? false }) };
			};
			const tryAgain = async (provenPath: string) => {
				await budget.spend('shared', undefined);
				await send(call.operation, provenPath, undefined, isExact);
			};
			return inTurn(call.operation, person, queues[kind], async () => {
				const { provenPath } = circuit;
				if (provenPath !== undefined && circuit.policy.state !== CircuitState.Closed)
					await circuit.policy.execute(async () => {
						// If another caller's attempt has succeeded, the circuit is closed.
						if (circuit.policy.state === CircuitState.HalfOpen) await tryAgain(provenPath).catch(sendCounted);
					});
				return policy.execute(sendCounted);
			});
		},
		/** Calls the token endpoint, without retries. @param person whose quota a refresh counts against */
		token(grant: Grant, person?: string): Promise<{ tokens: Tokens } | TokenError> {
			const operation = `token ${grant.grant_type}`;
			const payer = payerOf(person);
			const queue = grant.grant_type === 'authorization_code' ? queues.code : queues.write;
			return inTurn(operation, person, queue, async () => {
				await budget.spend('token', payer, person && currentVisitor());
				const result = await measured(
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
