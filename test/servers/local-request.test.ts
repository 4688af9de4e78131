import { expect, it } from 'vitest';
import { isFromThisMachine } from '../../src/servers/local-request.ts';

const request = (remoteAddress: string | undefined, headers: Record<string, string>) => ({
	socket: { remoteAddress },
	headers,
});

it('a request is local only from a loopback address', () => {
	for (const address of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])
		expect([address, isFromThisMachine(request(address, { host: 'localhost' }))]).toEqual([address, true]);
	for (const address of [undefined, '10.0.0.1', '::ffff:10.0.0.1', '203.0.113.127'])
		expect([address, isFromThisMachine(request(address, { host: 'localhost' }))]).toEqual([address, false]);
});

it.each([
	{},
	{ host: 'events.example' },
	{ host: 'localhost.evil.example' },
	{ host: 'localhost', forwarded: 'for=203.0.113.9' },
	{ host: 'localhost', via: '1.1 proxy' },
	{ host: 'localhost', 'x-forwarded-server': 'proxy' },
	{ host: 'localhost', 'x-real-ip': '203.0.113.9' },
	{ host: 'localhost', 'cf-connecting-ip': '203.0.113.9' },
])(
	'a request with the headers %j is not local, because it may have come through a proxy or be for another machine',
	(headers) => {
		expect(isFromThisMachine(request('127.0.0.1', headers))).toBe(false);
	},
);
