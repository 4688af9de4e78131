/** Reads a request's parameters: each once, in the query string or a form body, and well-formed (Spec §4). */
import type { FastifyRequest } from 'fastify';
import { eventTypeNumbers, eventTypes, paging } from '../../contract/spec/filters.ts';
import type { Parameter } from '../../contract/spec/operations.ts';
import { isDay } from '../dates.ts';
import { ServiceError } from './service-error.ts';

export type Parameters = ReadonlyMap<string, string>;

/**
 * Merges query string and form body.
 * @throws ServiceError 113 naming a parameter that is sent twice
 */
export function readParameters(request: FastifyRequest): Parameters {
	const [, query = ''] = (request.raw.url ?? '').split(/\?(.*)/s);
	const form = request.body instanceof URLSearchParams ? request.body : [];
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
