import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * An IPv4 address as it is, and an IPv6 address as its /64, since a household or server owns a whole /64.
 * Invalid addresses, which a proxy might send, count as one visitor, so that nobody can pose as many.
 */
export function visitorOf(address: string): string {
	if (isIPv4(address)) return address;
	if (!ipaddr.isValid(address)) return 'unknown';
	const parsed = ipaddr.process(address);
	if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
	return `${parsed.parts
		.slice(0, 4)
		.map((part) => part.toString(16))
		.join(':')}::/64`;
}

/** A site may have a /48 (RFC 6177), which is 65,536 visitors: together they get as much as this many. */
export const visitorsPerNetwork = 4;

/** An IPv6 visitor's /48. @param visitor as from {@link visitorOf}, perhaps after other words, which stay */
export function networkOf(visitor: string): string | undefined {
	const network = visitor.replace(/:[\da-f]+::\/64$/, '::/48');
	return network === visitor ? undefined : network;
}
