/** Recognizes requests from this machine itself, for functions reserved for its operator. */
import type { IncomingHttpHeaders } from 'node:http';
import { hostNameOf, isLoopbackName } from './host-names.ts';

const isLoopbackAddress = (address: string): boolean => /^(::ffff:)?127\.|^::1$/.test(address);

/** Headers that a proxy adds. A proxy on this machine may add only some of them. */
const isProxyHeader = (name: string): boolean =>
	/^(x-forwarded|x-real-ip$|forwarded$|via$|cf-|true-client-ip$|x-client-ip$|x-cluster-client-ip$)/.test(
		name,
	);

/**
 * Whether a request comes from this machine, was sent to one of its names, and passed through no proxy:
 * behind a proxy on this machine, every visitor has a loopback address.
 * @param publicUrl of the server; if its host is another machine, a proxy that adds no header may be in between
 */
export function isFromThisMachine(
	{ socket, headers }: { socket: { remoteAddress?: string | undefined }; headers: IncomingHttpHeaders },
	publicUrl?: string,
): boolean {
	return (
		(publicUrl === undefined || isLoopbackName(new URL(publicUrl).hostname)) &&
		isLoopbackAddress(socket.remoteAddress ?? '') &&
		isLoopbackName(hostNameOf(headers.host)) &&
		!Object.keys(headers).some(isProxyHeader)
	);
}
