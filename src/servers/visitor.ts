/** Who counts as one visitor for limits by IP address, at the BFF and at the sandbox. */
import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * An IPv4 address as it is, and an IPv6 address as its /64: a single household or server has all addresses of one. What is
 * no address, as a proxy might send it, counts as one visitor, so that nobody can be any number of them.
 *
 * @param address as Fastify's `request.ip`
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

/** The /48 of an IPv6 visitor. @param visitor as from {@link visitorOf} */
export const networkOf = (visitor: string): string | undefined =>
	visitor.endsWith('::/64') ? `${visitor.split(':', 3).join(':')}::/48` : undefined;
