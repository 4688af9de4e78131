import { expect, it } from 'vitest';
import { serviceRejection } from '../../../src/bff/reads/service-rejection.ts';

it.each([
	[400, 112, false, 'overloaded', /quota/],
	[400, 102, false, 'sign_in_required', /[Ss]ign in/],
	[400, 102, true, 'service_rejected', /code 102/],
	[500, 999, false, 'service_unreachable', /status 500/],
	[418, undefined, false, 'service_rejected', /status 418/],
])('status %i with code %s (token: %s) is %s', (status, code, hadToken, reason, detail) => {
	const { problem } = serviceRejection({ status, code }, hadToken);
	expect([problem.reason, problem.code]).toEqual([reason, code]);
	expect(problem.detail).toMatch(detail);
});
