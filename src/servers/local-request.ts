/** For functions reserved for the operator. */
import type { IncomingHttpHeaders } from 'node:http';
import { hostNameOf, isLoopbackName } from './host-names.ts';

const isLoopbackAddress = (address: string): boolean => /^(::ffff:)?127\.|^::1$/.test(address);

/** A proxy on this machine may add only some of them. */
const isProxyHeader = (name: string): boolean =>
	/^(x-forwarded|x-real-ip$|forwarded$|via$|cf-|true-client-ip$|x-client-ip$|x-cluster-client-ip$)/.test(
		name,
	);

/**
 * Sent to one of this machine's names, and through no proxy, behind which every visitor would have a loopback
 * address.
 */
export function isFromThisMachine({
	socket,
	headers,
}: {
	readonly socket: { readonly remoteAddress?: string | undefined };
	readonly headers: IncomingHttpHeaders;
}): boolean {
	return (
		isLoopbackAddress(socket.remoteAddress ?? '') &&
		isLoopbackName(hostNameOf(headers.host)) &&
		!Object.keys(headers).some(isProxyHeader)
	);
}
