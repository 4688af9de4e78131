import { describe, expect, it } from 'vitest';
import { matchOperations } from '../../../src/contract/spec/match-operation.ts';
import { type OperationName, operationPath, operations } from '../../../src/contract/spec/operations.ts';

const namesOf = (pathname: string) => matchOperations(pathname).map(({ name }) => name);

describe('the operation of a request (Spec §4.2)', () => {
	it('is found for each operation by its method and path', () => {
		for (const name of Object.keys(operations) as OperationName[]) {
			const found = matchOperations(operationPath(name, { id: 'a/b c' }));
			const { method } = operations[name];
			expect(found.filter(({ operation }) => operation.method === method)).toMatchObject([{ name }]);
		}
	});

	it('is the literal path rather than an id, with all its methods', () => {
		expect(namesOf('/v2/event/list')).toEqual(['listEvents']);
		expect(namesOf('/v2/event/user_wished/7')).toEqual(['listWishedEvents']);
		expect(namesOf('/v2/event/7/wishers')).toEqual(['listWishers', 'wishEvent', 'unwishEvent']);
		expect(matchOperations('/v2/event/a%2Fb')).toMatchObject([{ name: 'getEvent', segment: 'a%2Fb' }]);
	});

	it.each(['/v2/event', '/v2/event/', '/v2/event/1/photos', '/v3/event/1', '/v2/event/1/wishers/', ''])(
		'is unknown for %s',
		(path) => expect(matchOperations(path)).toEqual([]),
	);
});
