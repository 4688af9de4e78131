import { expect, it } from 'vitest';
import { networkOf, visitorOf } from '../../src/servers/visitor.ts';

it.each([
	['203.0.113.9', '203.0.113.9'],
	['::ffff:203.0.113.9', '203.0.113.9'],
	['2001:db8::1', '2001:db8:0:0::/64'],
	['2001:db8:0:0:1:2:3:4', '2001:db8:0:0::/64'],
	['fe80::1%eth0', 'fe80:0:0:0::/64'],
	['203.0.113.9:40001', '203.0.113.9'],
	['[2001:db8::1]:40001', '2001:db8:0:0::/64'],
	['a text that a proxy passed on, of any length', 'unknown'],
	/** Node has no address for a connection that the client has reset. */
	[undefined, 'unknown'],
])('%s counts as %s', (address, visitor) => {
	expect(visitorOf(address)).toBe(visitor);
});

it.each([
	['2001:db8:1:2::3', '2001:db8:1::/48'],
	['203.0.113.9', undefined],
	['no address', undefined],
])('%s belongs to the network %s', (address, network) => {
	expect(networkOf(visitorOf(address))).toBe(network);
});

it('the key of a visitor’s other activity, such as searching, belongs to the same network', () => {
	expect(networkOf(`search ${visitorOf('2001:db8:1:2::3')}`)).toBe('search 2001:db8:1::/48');
});
