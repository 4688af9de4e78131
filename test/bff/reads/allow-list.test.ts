import { describe, expect, it } from 'vitest';
import { ProblemError } from '../../../src/bff/http/problem.ts';
import { matchCall } from '../../../src/bff/reads/allow-list.ts';
import { operations } from '../../../src/contract/spec/operations.ts';

/** Reason and detail of a rejection. */
function rejectionOf(method: string, url: string): [reason: string, detail: string] {
	try {
		matchCall(method, url);
	} catch (error) {
		if (error instanceof ProblemError) return [error.problem.reason, error.problem.detail ?? ''];
		throw error;
	}
	throw new Error('the call was not rejected');
}

describe('a call of the specification', () => {
	it('has its operation, the decoded identifier and the canonical path', () => {
		expect(matchCall('GET', '/v2/event/2026%2f4')).toEqual({
			name: 'getEvent',
			operation: operations.getEvent,
			id: '2026/4',
			path: '/v2/event/2026%2F4',
		});
		expect(matchCall('DELETE', '/v2/event/10/wishers')).toMatchObject({ name: 'unwishEvent', id: '10' });
	});

	it('has no identifier where its path has none', () => {
		expect(matchCall('GET', '/v2/event/list?count=5&loc=1')).toEqual({
			name: 'listEvents',
			operation: operations.listEvents,
			id: '',
			path: '/v2/event/list?loc=1&count=5',
		});
		expect(matchCall('GET', '/v2/loc/list')).toMatchObject({
			name: 'listLocs',
			id: '',
			path: '/v2/loc/list',
		});
	});

	it('can have an empty query, and empty values', () => {
		expect(matchCall('GET', '/v2/event/list?').path).toBe('/v2/event/list');
		expect(matchCall('GET', '/v2/event/list?type=').path).toBe('/v2/event/list?type=');
	});

	it('never requests more than 100 elements', () => {
		const pathWith = (count: string) => matchCall('GET', `/v2/loc/list?count=${count}`).path;
		expect(
			['99', '100', '101', '99999999999999999999', '0', 'x', '-101', '101x', 'x101'].map(pathWith),
		).toEqual(
			['99', '100', '100', '100', '0', 'x', '-101', '101x', 'x101'].map(
				(sent) => `/v2/loc/list?count=${sent}`,
			),
		);
		expect(matchCall('GET', '/v2/loc/list?start=101').path).toBe('/v2/loc/list?start=101');
	});

	it('can have a parameter of 200 characters, and dots in one that is no city', () => {
		const type = 'x'.repeat(200);
		expect(matchCall('GET', `/v2/event/list?type=${type}`).path).toBe(`/v2/event/list?type=${type}`);
		expect(matchCall('GET', '/v2/event/list?type=..').path).toBe('/v2/event/list?type=..');
	});
});

describe('a call is rejected', () => {
	it.each([
		['GET', '', 'not_found', 'The specification has no such path.'],
		['GET', '/v2/events', 'not_found', 'The specification has no such path.'],
		['GET', '/v2/event/..', 'not_found', 'The path contains no valid identifier.'],
		['GET', '/v2/event/%E0%A4%A', 'not_found', 'The path contains no valid identifier.'],
		['PUT', '/v2/event/10', 'method_not_allowed', 'The specification has no PUT of this path.'],
		['POST', '/v2/loc/list', 'method_not_allowed', 'The specification has no POST of this path.'],
		['GET', '/v2/event/10?x=1', 'invalid_request', 'The operation takes no parameter "x".'],
		['GET', '/v2/event/list?id=7', 'invalid_request', 'The operation takes no parameter "id".'],
		[
			'GET',
			`/v2/event/list?${'y'.repeat(41)}=1`,
			'invalid_request',
			`The operation takes no parameter "${'y'.repeat(40)}".`,
		],
		['GET', '/v2/event/list?loc=1&loc=1', 'invalid_request', 'The parameter loc occurs more than once.'],
		['GET', `/v2/event/list?type=${'x'.repeat(201)}`, 'invalid_request', 'The parameter type is too long.'],
		['GET', `/v2/event/list?loc=${'1'.repeat(201)}`, 'invalid_request', 'The parameter loc is too long.'],
		['GET', '/v2/event/list?loc=', 'invalid_request', 'The parameter loc is no valid identifier of a city.'],
		[
			'GET',
			'/v2/event/list?loc=..',
			'invalid_request',
			'The parameter loc is no valid identifier of a city.',
		],
		['GET', '/v2/loc/list?a?b', 'invalid_request', 'The operation takes no parameter "a?b".'],
	])('%s %s: %s', (method, url, reason, detail) => {
		expect(rejectionOf(method, url)).toEqual([reason, detail]);
	});
});
