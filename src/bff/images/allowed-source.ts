/** Which pictures the image proxy may fetch: never an address inside the operator's network (SSRF). */

import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { BlockList, isIP } from 'node:net';

const inside = new BlockList();
for (const [network, prefix] of [
	['0.0.0.0', 8],
	['10.0.0.0', 8],
	['100.64.0.0', 10],
	['127.0.0.0', 8],
	['169.254.0.0', 16],
	['172.16.0.0', 12],
	['192.0.0.0', 24],
	['192.0.2.0', 24],
	['192.88.99.0', 24],
	['192.168.0.0', 16],
	['198.18.0.0', 15],
	['198.51.100.0', 24],
	['203.0.113.0', 24],
	['224.0.0.0', 3],
] as const) {
	inside.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
	['::', 127],
	['64:ff9b::', 96],
	['64:ff9b:1::', 48],
	['2001::', 32],
	['2001:db8::', 32],
	['2002::', 16],
	['fc00::', 7],
	['fe80::', 10],
	['ff00::', 8],
] as const) {
	inside.addSubnet(network, prefix, 'ipv6');
}

/** Whether an IP address is one of the public internet. */
export function isPublicAddress(address: string): boolean {
	const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
	const plain = mapped ?? address;
	const family = isIP(plain);
	return family !== 0 && !inside.check(plain, family === 4 ? 'ipv4' : 'ipv6');
}

/** A DNS look-up that fails for addresses inside: checked at connect time, so that no second look-up can differ. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
	lookup(hostname, { ...options, all: true }, (error, addresses) => {
		if (error !== null) return callback(error, '');
		const isPublic = addresses.length > 0 && addresses.every(({ address }) => isPublicAddress(address));
		if (!isPublic)
			return callback(
				Object.assign(new Error(`${hostname} is not a public address`), { code: 'ENOTFOUND' }),
				'',
			);
		if (options.all === true) return callback(null, addresses);
		callback(null, addresses[0]?.address ?? '', addresses[0]?.family);
	});
};

/** `trusted`: the operator named its origin; `public`: any https address of the public internet; or not allowed. */
export type SourceKind = 'trusted' | 'public' | 'refused';

/** @param trustedOrigins the service's and those of IMAGE_ORIGINS; `onlyTrusted` when the latter is set */
export function judgeSource(
	source: string,
	trustedOrigins: ReadonlySet<string>,
	onlyTrusted: boolean,
): SourceKind {
	const url = URL.parse(source);
	if (url === null || url.username !== '' || url.password !== '') return 'refused';
	if (trustedOrigins.has(url.origin)) return 'trusted';
	if (onlyTrusted || url.protocol !== 'https:' || (url.port !== '' && url.port !== '443')) return 'refused';
	const host = url.hostname.replace(/^\[|\]$/g, '');
	return isIP(host) !== 0 && !isPublicAddress(host) ? 'refused' : 'public';
}
