/** Keeps the image proxy out of the operator's network (SSRF). */
import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The only part of IPv6 assigned to the internet (RFC 4291 §2.4). */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether a string is a public IP address, outside of IANA's special-purpose registries. False for ambiguous
 * notations, such as octal numbers.
 */
export function isPublicAddress(text: string): boolean {
	if (isIP(text) === 4) return ipaddr.IPv4.parse(text).range() === 'unicast';
	// In hexadecimal, since the library parses `::8.8.8.8` as `::ffff:8.8.8.8`.
	const host = isIP(text) === 6 ? URL.parse(`http://[${text}]`)?.hostname.slice(1, -1) : undefined;
	if (host === undefined) return false;
	const address = ipaddr.IPv6.parse(host);
	if (address.isIPv4MappedAddress()) return address.toIPv4Address().range() === 'unicast';
	return address.match(globalUnicast) && address.range() === 'unicast';
}

/**
 * A DNS lookup that fails unless the address is public. It runs at connect time, so no later lookup can
 * return a different address.
 */
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

/** `trusted`: named by the operator; `public`: an http(s) URL of the public internet. */
export type SourceKind = 'trusted' | 'public' | 'rejected';

/**
 * @param trustedOrigins origins of the service and from IMAGE_ORIGINS
 * @param onlyTrusted true with IMAGE_ORIGINS: rejects public sources
 */
export function judgeSource(
	source: string,
	trustedOrigins: ReadonlySet<string>,
	onlyTrusted: boolean,
): SourceKind {
	const url = URL.parse(source);
	if (url === null || url.username !== '' || url.password !== '') return 'rejected';
	if (trustedOrigins.has(url.origin)) return 'trusted';
	// `port` is empty for the default port.
	if (onlyTrusted || !/^https?:$/.test(url.protocol) || url.port !== '') return 'rejected';
	const host = url.hostname.replace(/^\[|\]$/g, '');
	return isIP(host) !== 0 && !isPublicAddress(host) ? 'rejected' : 'public';
}
