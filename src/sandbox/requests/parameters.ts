/** Reads a request's parameters: each once, in the query string or a form body, and well-formed (Spec §4). */
import type { FastifyRequest } from 'fastify';
import { eventTypeNumbers, eventTypes, paging } from '../../contract/spec/filters.ts';
import type { Parameter } from '../../contract/spec/operations.ts';
import { isDay } from '../dates.ts';
import { ServiceError } from './service-error.ts';

export type Parameters = ReadonlyMap<string, string>;

/**
 * Merges query string and form body.
 * @throws ServiceError 113 naming a parameter that is sent twice, or is not UTF-8
 */
export function readParameters(request: FastifyRequest): Parameters {
	const { url = '/' } = request.raw;
	const form = request.body instanceof URLSearchParams ? request.body : [];
	const queryStart = url.indexOf('?') + 1;
	if (queryStart === 0) return readPairs(form);
	const query = url.slice(queryStart);
	requireUtf8(query);
	return readPairs([...new URLSearchParams(query), ...form]);
}

/** @throws ServiceError 113 naming a parameter that is sent twice */
export function readPairs(pairs: Iterable<readonly [name: string, value: string]>): Parameters {
	const parameters = new Map<string, string>();
	for (const [name, value] of pairs) {
		if (parameters.has(name)) throw new ServiceError(113, `${name} is sent twice`);
		parameters.set(name, value);
	}
	return parameters;
}

/**
 * Checks that a query string or form is UTF-8. `URLSearchParams` would silently replace invalid bytes.
 * @throws ServiceError 113 naming the parameter
 */
export function requireUtf8(query: string): void {
	for (const pair of query.split('&')) {
		try {
			decodeURIComponent(pair);
		} catch (error) {
			if (!(error instanceof URIError)) throw error;
			const [name = ''] = pair.split('=');
			throw new ServiceError(
				113,
				`${new URLSearchParams(`${name}=`).keys().next().value ?? ''} is not UTF-8`,
			);
		}
	}
}

/** @throws ServiceError 113 naming the parameter if it is missing or empty */
export function required(parameters: Parameters, name: string): string {
	const value = parameters.get(name);
	if (value === undefined || value === '') throw new ServiceError(113, name);
	return value;
}

const malformed = (name: string, expected: string) => new ServiceError(113, `${name} should be ${expected}`);

/**
 * Checks a parameter of the operations table.
 * @returns its value, or undefined if it is absent
 * @throws ServiceError 113 naming it and the expected value
 */
export function readParameter(parameters: Parameters, parameter: Parameter): string | undefined {
	const value = parameters.get(parameter.name);
	if (value === undefined) return undefined;
	const { name, format, values } = parameter;
	const isWord = values?.includes(value) ?? false;
	const isNumber =
		format === 'number-or-word' && Object.values(eventTypeNumbers).some((number) => String(number) === value);
	if (format === 'word' && !isWord) throw malformed(name, `one of ${values?.join(', ')}`);
	if (format === 'number-or-word' && !isWord && !isNumber)
		throw malformed(name, `one of ${values?.join(', ')}, or its number`);
	if (format === 'date' && !isDay(value)) throw malformed(name, 'a date, YYYY-MM-DD');
	if (format === 'non-negative-integer' && !/^\d{1,9}$/.test(value))
		throw malformed(name, 'a whole number from 0');
	if (name === 'count' && Number(value) > paging.maxCount)
		throw malformed(name, `at most ${paging.maxCount}`);
	return value;
}

/** A type's word, from the word or its number; undefined for `all`. */
export function typeWord(value: string | undefined): string | undefined {
	const word = eventTypes.find((type) => type === value || String(eventTypeNumbers[type]) === value);
	return word === 'all' ? undefined : word;
}
