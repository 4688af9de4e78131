import { expect, it } from 'vitest';
import { createPageSizes } from '../../../src/bff/upstream/page-sizes.ts';
import type { ServiceResponse } from '../../../src/bff/upstream/service-response.ts';
import type { Call } from '../../../src/contract/spec/call.ts';

const ok: ServiceResponse = {
	status: 200,
	readBody: () => ({}),
	error: undefined,
	limitHeaders: {},
	retryAfter: undefined,
};
const rejection = (code: number, msg = ''): ServiceResponse => ({
	...ok,
	status: 400,
	error: { code, msg, request: '' },
});

/** A service that rejects pages of these lengths. */
function start(rejects: (count: number | null) => boolean, rejected = rejection(113)) {
	const time = { now: 0 };
	const sendPage = createPageSizes(() => time.now);
	/** @returns the lengths that were tried */
	const read = async (parameters: Call['parameters']) => {
		const tried: (number | null)[] = [];
		await sendPage({ operation: 'listEvents', parameters }, async (count) => {
			tried.push(count);
			return rejects(count) ? rejected : ok;
		});
		return tried;
	};
	return { read, time };
}
const first = { loc: '1', start: 0, count: 100 };

it.each([
	['names another parameter', first, rejection(113, 'required_parameter_is_missing: day_type'), [100]],
	['is about a limit', first, rejection(112, 'too high a count of calls'), [100]],
	['is about a malformed count', { ...first, count: '0.5' }, rejection(113, 'x: count'), [0.5]],
	['is about a malformed start', { ...first, start: '' }, rejection(113, 'x: start'), [100]],
	['may be temporary', first, rejection(999), [100]],
	['names the count', { ...first, count: 15 }, rejection(999, 'unknown: count'), [15, 10, null]],
	['is about a position in the list', { ...first, start: 9_000 }, rejection(113), [100, 20, 10]],
])('a rejection that %s is followed by no useless call', async (_what, parameters, rejected, tried) => {
	const { read } = start(() => true, rejected);
	expect(await read(parameters)).toEqual(tried);
	expect((await read(first))[0]).toBe(100);
});
