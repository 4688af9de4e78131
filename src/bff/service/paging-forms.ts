/**
 * In which form a service takes `start` and `count`, which the specification does not name (gap register, `paging`): a
 * service may reject a large `count`, or both as parameters that it does not know. A rejected read is repeated in smaller
 * forms, and the one that is accepted is used for every read of the operation from then on, for a while. A page that is too
 * large for Daybill is repeated in smaller forms too, each time: another page of the operation may well be smaller.
 */
import { meaningOf } from '../../contract/event/rejection.ts';
import { errorCodes } from '../../contract/spec/errors.ts';
import type { ErrorBody } from '../../contract/spec/resources.ts';
import { ProblemError } from '../http/problem.ts';
import { createFacts } from '../storage/facts.ts';

/** What counts of a response of the service. */
interface Reply {
	status: number;
	error: ErrorBody | undefined;
}

export interface PagingForms {
	/**
	 * Reads a path. Its page may be shorter than asked for; without `start` it is always the first one.
	 *
	 * @param operation name of the operation
	 * @param send makes one call of a path below {base_url}
	 * @returns the response to the first form that was not rejected for its paging, or the first rejection
	 * @throws as `send`
	 */
	read<Response extends Reply>(
		operation: string,
		path: string,
		send: (path: string) => Promise<Response>,
	): Promise<Response>;
}

/**
 * Milliseconds for which a form that was needed is remembered, and one that was accepted: a service may be changed, or be
 * wrong once.
 */
const memory = { needed: 3_600_000, accepted: 24 * 3_600_000 };
/** Milliseconds after which what was accepted again is written down again. */
const renewal = 3_600_000;

/** Values of `count` that are tried after a larger one was rejected; after the last one, none is sent. */
const smallerCounts = [50, 20];

/** The parameters as they are sent; undefined: left out. */
interface Form {
	start: string | undefined;
	count: number | undefined;
}

/** What is known of an operation; times are milliseconds since 1970. */
interface Known {
	/** Largest `count` that is sent, 0 for none, null for any, and whether `start` is, until a time. */
	maxCount: number | null;
	sendsStart: boolean;
	neededUntil: number;
	/** Largest `count` that was accepted, and whether a `start` was, until a time. A later rejection has another reason. */
	acceptedCount: number;
	hasAcceptedStart: boolean;
	acceptedUntil: number;
}

const nothingNeeded = { maxCount: null, sendsStart: true, neededUntil: 0 };
const nothingAccepted = { acceptedCount: 0, hasAcceptedStart: false, acceptedUntil: 0 };

/** Codes that may be about a parameter, beside those that the table does not have. */
const parameterCodes: readonly number[] = [113, 999];
const isInTable = (code: number) => errorCodes.some((each) => each.code === code);

/** Whether a rejection names a parameter: `required_parameter_is_missing: count should be at most 50`. */
const names = ({ error }: Reply, parameter: string) =>
	new RegExp(`\\b${parameter}\\b`).test(error?.msg.split(':').slice(1).join(':') ?? '');

/** Whether a response rejects `start` or `count`, as far as it says why. One that names another parameter does not. */
function mayRejectPaging(response: Reply, query: URLSearchParams): boolean {
	const { status, error } = response;
	if (error === undefined || status >= 500 || meaningOf({ status, code: error.code }) !== 'other')
		return false;
	if (!parameterCodes.includes(error.code) && isInTable(error.code)) return false;
	const named = [...query.keys()].filter((name) => names(response, name));
	return named.length === 0 || named.includes('start') || named.includes('count');
}

/** The next smaller form after a rejection; null after the smallest. */
function smallerForm({ start, count }: Form, rejection: Reply): Form | null {
	const isAboutStart = names(rejection, 'start') && !names(rejection, 'count');
	if (start !== undefined && (isAboutStart || count === undefined)) return { start: undefined, count };
	if (count === undefined) return null;
	return { start, count: smallerCounts.find((each) => each < count) };
}

/** The next smaller count after a page that is too large; undefined after the smallest. */
function smallerCount(error: unknown, { count }: Form): number | undefined {
	const isTooLarge = error instanceof ProblemError && error.problem.reason === 'service_response_too_large';
	return isTooLarge && count !== undefined ? smallerCounts.find((each) => each < count) : undefined;
}

function pathOf(pathname: string, query: URLSearchParams, { start, count }: Form): string {
	const sent = new URLSearchParams(query);
	if (start === undefined) sent.delete('start');
	if (count === undefined) sent.delete('count');
	else sent.set('count', String(count));
	return sent.size === 0 ? pathname : `${pathname}?${sent}`;
}

/**
 * @param clock milliseconds since 1970
 * @param facts where what is known is remembered
 */
export function createPagingForms(clock: () => number, facts = createFacts(clock)): PagingForms {
	const factOf = (operation: string) => `paging:${operation}`;
	const knownOf = (operation: string): Known => {
		const fact = JSON.parse(facts.get(factOf(operation)) ?? 'null') as Known | null;
		const known = fact ?? { ...nothingNeeded, ...nothingAccepted };
		if (clock() >= known.neededUntil) Object.assign(known, nothingNeeded);
		if (clock() >= known.acceptedUntil) Object.assign(known, nothingAccepted);
		return known;
	};

	/** @param isNeeded whether a larger form was rejected before this one was accepted */
	const learnAccepted = (
		operation: string,
		{ start, count }: Form,
		isNeeded: boolean,
		sendsStart: boolean,
	) => {
		const known = knownOf(operation);
		const needed = { maxCount: count ?? 0, sendsStart, neededUntil: clock() + memory.needed };
		const acceptedCount = Math.max(known.acceptedCount, count ?? 0);
		const hasAcceptedStart = known.hasAcceptedStart || start !== undefined;
		const isKnown =
			acceptedCount === known.acceptedCount &&
			hasAcceptedStart === known.hasAcceptedStart &&
			known.acceptedUntil > clock() + memory.accepted - renewal;
		// Every read of a list is accepted, and only the first one says something new.
		if (isKnown && !isNeeded) return;
		const acceptedUntil = clock() + memory.accepted;
		const learned = { ...known, ...(isNeeded ? needed : {}), acceptedCount, hasAcceptedStart, acceptedUntil };
		facts.set(factOf(operation), JSON.stringify(learned), memory.accepted);
	};

	/** Whether a rejection of a form cannot be about paging, since the same was accepted before. */
	const wasAccepted = (known: Known, { start, count = 0 }: Form, rejection: Reply) =>
		!names(rejection, 'count') &&
		count <= known.acceptedCount &&
		(start === undefined || known.hasAcceptedStart);

	return {
		async read<Response extends Reply>(
			operation: string,
			path: string,
			send: (path: string) => Promise<Response>,
		): Promise<Response> {
			const [pathname = '', rawQuery = ''] = path.split(/\?(.*)/s);
			const query = new URLSearchParams(rawQuery);
			const start = query.get('start') ?? undefined;
			const wanted = query.get('count') ?? undefined;
			// A count that is no number is the caller's mistake, which the service may name.
			const isPaged = start !== undefined || wanted !== undefined;
			if (!isPaged || (wanted !== undefined && !/^\d+$/.test(wanted))) return send(path);

			const known = knownOf(operation);
			let form: Form = {
				start: known.sendsStart ? start : undefined,
				count:
					wanted === undefined || known.maxCount === 0
						? undefined
						: Math.min(Number(wanted), known.maxCount ?? Number.POSITIVE_INFINITY),
			};
			/** @throws as `send`, for the smallest form that is tried */
			const sendForm = async (): Promise<Response> => {
				try {
					return await send(pathOf(pathname, query, form));
				} catch (error) {
					const count = smallerCount(error, form);
					if (count === undefined) throw error;
					form = { ...form, count };
					return sendForm();
				}
			};
			let first: Response | undefined;
			for (;;) {
				const response = await sendForm();
				if (response.error === undefined) {
					// What was rejected may have been a start beyond the end, which says nothing of other pages.
					const isNeeded = first !== undefined && (start === undefined || Number(start) === 0);
					learnAccepted(operation, form, isNeeded, form.start !== undefined || start === undefined);
					return response;
				}
				if (!mayRejectPaging(response, query)) return response;
				first ??= response;
				const next = wasAccepted(knownOf(operation), form, response) ? null : smallerForm(form, response);
				if (next === null) return first;
				form = next;
			}
		},
	};
}
