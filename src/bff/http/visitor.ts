/** Who counts as one visitor for limits by IP address. */
import ipaddr from 'ipaddr.js';

/**
 * An IPv4 address as it is, and an IPv6 address as its /64: a single household or server has all addresses of one.
 *
 * @param address as Fastify's `request.ip`
 */
export function visitorOf(address: string): string {
	if (!ipaddr.isValid(address)) return address;
	const parsed = ipaddr.process(address);
	if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
	return `${parsed.parts
		.slice(0, 4)
		.map((part) => part.toString(16))
		.join(':')}::/64`;
}
