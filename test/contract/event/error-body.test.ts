import { describe, expect, it } from 'vitest';
import { readErrorBody } from '../../../src/contract/event/error-body.ts';

describe('an error body from a service (Spec §2.6)', () => {
	it('is read completely', () => {
		const body = { code: 113, msg: 'required_parameter_is_missing: id', request: 'GET /v2/event/' };
		expect(readErrorBody(body)).toEqual(body);
	});

	it('may have its code as a number or a string, and gets a missing name from the specification', () => {
		expect(readErrorBody({ code: '106' }, 'GET /v2/event/1')).toEqual({
			code: 106,
			msg: 'access_token_has_expired',
			request: 'GET /v2/event/1',
		});
	});

	it('has an empty request when neither the service nor the caller names one', () => {
		expect(readErrorBody({ code: 999 })).toEqual({ code: 999, msg: 'unknown', request: '' });
	});

	it('has strings of a bounded length, however long a service makes them', () => {
		const long = 'x'.repeat(100_000);
		const body = readErrorBody({ code: 999, msg: long, request: long });
		expect([body?.msg.length, body?.request.length]).toEqual([1_000, 1_000]);
	});

	it('is null without a code', () => {
		for (const value of [undefined, null, 'no', [], {}, { code: 'x' }, { code: 1.5 }, { msg: 'a' }])
			expect(readErrorBody(value)).toBeNull();
	});
});
