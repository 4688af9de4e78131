import { describe, expect, it } from 'vitest';
import { matchOperations, operationNameOf } from '../../../src/contract/spec/match-operation.ts';
import { type OperationName, operationPath, operations } from '../../../src/contract/spec/operations.ts';

const namesOf = (pathname: string) => matchOperations(pathname).map(({ name }) => name);

describe('which operation a request is (Spec §4.2)', () => {
	it('is found for each operation by its method and its path', () => {
		for (const name of Object.keys(operations) as OperationName[])
			expect(operationNameOf(operations[name].method, operationPath(name, { id: 'a/b c' }))).toBe(name);
	});

	it('does not depend on the query', () => {
		expect(operationNameOf('GET', '/v2/event/list?loc=1&day_type=week')).toBe('listEvents');
		expect(operationNameOf('GET', '/v2/event/10?')).toBe('getEvent');
	});

	it('is the literal path rather than an identifier, and one of each method', () => {
		expect(namesOf('/v2/event/list')).toEqual(['listEvents']);
		expect(namesOf('/v2/event/user_wished/7')).toEqual(['listWishedEvents']);
		expect(namesOf('/v2/event/7/wishers')).toEqual(['listWishers', 'wishEvent', 'unwishEvent']);
		expect(matchOperations('/v2/event/a%2Fb')).toMatchObject([{ name: 'getEvent', segment: 'a%2Fb' }]);
	});

	it.each(['/v2/event', '/v2/event/', '/v2/event/1/photos', '/v3/event/1', '/v2/event/1/wishers/', ''])(
		'is none for %s',
		(path) => {
			expect(matchOperations(path)).toEqual([]);
			expect(operationNameOf('GET', path)).toBe('unknown');
		},
	);

	it('is none for another method', () => {
		expect(operationNameOf('PUT', '/v2/event/10')).toBe('unknown');
	});
});
