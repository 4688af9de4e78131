import { describe, expect, it } from 'vitest';
import { errorCodes, errorName } from '../../../src/contract/spec/errors.ts';
import { type Operation, operationPath, operations } from '../../../src/contract/spec/operations.ts';

describe('operations (Spec §4.2)', () => {
	it('lists the 13 operations of the table', () => {
		const all: Operation[] = Object.values(operations);
		expect(all.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
			'DELETE /v2/event/:id/participants',
			'DELETE /v2/event/:id/wishers',
			'GET /v2/event/:id',
			'GET /v2/event/:id/participants',
			'GET /v2/event/:id/wishers',
			'GET /v2/event/list',
			'GET /v2/event/user_created/:id',
			'GET /v2/event/user_participated/:id',
			'GET /v2/event/user_wished/:id',
			'GET /v2/loc/:id',
			'GET /v2/loc/list',
			'POST /v2/event/:id/participants',
			'POST /v2/event/:id/wishers',
		]);
	});

	it('writes the same URL for the same call, whatever the order of its parameters', () => {
		expect(operationPath('listEvents', { type: 'music', loc: '108288', day_type: undefined })).toBe(
			'/v2/event/list?loc=108288&type=music',
		);
		expect(operationPath('getEvent', { id: 'a/b' })).toBe('/v2/event/a%2Fb');
	});
});

describe('error codes (Spec §7)', () => {
	it('has every code from 100 to 128, and 999, once', () => {
		expect(errorCodes.map(({ code }) => code)).toEqual([
			...Array.from({ length: 29 }, (_, i) => 100 + i),
			999,
		]);
		expect(errorName(124)).toBe('access_token_has_not_expired');
		expect(errorName(12345)).toBe('unknown');
	});
});
