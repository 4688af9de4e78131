import { expect, it } from 'vitest';
import { isUnknownId, readErrorBody } from '../../../src/contract/event/error-body.ts';
import { meaningOf } from '../../../src/contract/event/rejection.ts';
import type { Call } from '../../../src/contract/spec/call.ts';

const complete = { code: 113, msg: 'required_parameter_is_missing: id', request: 'GET /v2/event/' };
const long = 'x'.repeat(100_000);

it.each<[string, unknown, object]>([
	['a complete one', complete, complete],
	[
		'a code as text, and no name',
		{ code: '106' },
		{ code: 106, msg: 'access_token_has_expired', request: 'GET /' },
	],
	['an unknown code', { code: 1 }, { msg: 'unknown' }],
	[
		'long texts',
		{ code: 999, msg: long, request: long },
		{ msg: long.slice(0, 1_000), request: long.slice(0, 1_000) },
	],
])('an error body from a service (Spec §2.6) is read: %s', (_what, sent, body) => {
	expect(readErrorBody(sent, 'GET /')).toMatchObject(body);
});

it('an error body is null without a code', () => {
	for (const value of [undefined, null, 'no', [], {}, { code: 'x' }, { code: 1.5 }, { msg: 'a' }])
		expect(readErrorBody(value)).toBeNull();
});

it.each([
	[400, 102, 'closed'],
	[400, 108, 'closed'],
	[403, 1000, 'closed'],
	[401, undefined, 'closed'],
	[400, 107, 'absent'],
	[404, 1001, 'absent'],
	[404, 113, 'absent'],
	[403, 112, 'limited'],
	[429, undefined, 'limited'],
	[400, 113, 'other'],
	[403, 105, 'other'],
	[401, 122, 'other'],
	// A code in the table takes precedence over the status.
	[404, 102, 'closed'],
	[401, 107, 'absent'],
	[400, 999, 'other'],
	[400, undefined, 'other'],
] as const)('status %j with code %j means %s', (status, code, meaning) => {
	expect(meaningOf({ status, code })).toBe(meaning);
});

it.each([
	[400, 107, '', true],
	[400, 999, '', true],
	[400, 1006, '', true],
	[404, 999, '', true],
	[410, 113, '', true],
	[400, 113, 'required_parameter_is_missing', true],
	[400, 113, 'required_parameter_is_missing: count', false],
	[400, 102, '', false],
	[403, 1000, '', false],
	[500, 999, '', false],
])('status %j with code %j %j means that a read by id found nothing: %s', (status, code, msg, expected) => {
	const call: Call = { operation: 'listWishers', parameters: { id: '1', count: 100 } };
	expect(isUnknownId(status, { code, msg, request: '' }, call)).toBe(expected);
});
