import { isIPv4, SocketAddress } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Names a visitor: an IPv4 address, or an IPv6 address's /64, since a household or server has a whole /64. Some proxies
 * add a port (RFC 7239 §6). All invalid addresses and closed connections count as one visitor, so that nobody can pose
 * as several.
 */
export function visitorOf(sent = ''): string {
	if (isIPv4(sent)) return sent;
	const address = ipaddr.isValid(sent) ? sent : SocketAddress.parse(sent)?.address;
	if (address === undefined) return 'unknown';
	const parsed = ipaddr.process(address);
	if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
	return `${parsed.parts
		.slice(0, 4)
		.map((part) => part.toString(16))
		.join(':')}::/64`;
}

/** An IPv6 visitor's /48; undefined for IPv4. @param visitor from {@link visitorOf}, perhaps with a prefix */
export function networkOf(visitor: string): string | undefined {
	const network = visitor.replace(/:[\da-f]+::\/64$/, '::/48');
	return network === visitor ? undefined : network;
}
