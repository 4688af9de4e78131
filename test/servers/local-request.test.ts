import { expect, it } from 'vitest';
import { isFromThisMachine } from '../../src/servers/local-request.ts';

it.each([
	...['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'].map((address) => [address, true] as const),
	...['10.0.0.1', '::ffff:10.0.0.1', '203.0.113.127', undefined].map((address) => [address, false] as const),
])('a request is local only from a loopback address: %s, %s', (remoteAddress, isLocal) => {
	const request = { socket: { remoteAddress }, headers: { host: 'localhost' } };
	expect(isFromThisMachine(request)).toBe(isLocal);
});
