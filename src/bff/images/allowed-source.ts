/** Decides where the image proxy may fetch from: in the operator's network, only from configured origins (SSRF). */
import type { LookupAddress } from 'node:dns';
import { Resolver, lookup as systemLookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { ServiceUrls } from '../image-urls/sign-images.ts';
import type { BffSettings } from '../settings.ts';

/** The IPv6 addresses of the internet (RFC 4291 §2.4). */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** Returns false for addresses in IANA's special-purpose registries, and for ambiguous notations such as octal. */
export function isPublicAddress(text: string): boolean {
	if (isIP(text) === 4) return ipaddr.IPv4.parse(text).range() === 'unicast';
	// `URL` writes the address in hexadecimal: ipaddr.js would read `::8.8.8.8` as `::ffff:8.8.8.8`.
	const host = isIP(text) === 6 ? URL.parse(`http://[${text}]`)?.hostname.slice(1, -1) : undefined;
	if (host === undefined) return false;
	const address = ipaddr.IPv6.parse(host);
	if (address.isIPv4MappedAddress()) return address.toIPv4Address().range() === 'unicast';
	return address.match(globalUnicast) && address.range() === 'unicast';
}

/** Error codes of a lookup if DNS doesn't know the name, or if this machine has no DNS server. */
const notInDns: ReadonlySet<string | undefined> = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED']);

/**
 * Doesn't use `dns.lookup`, which looks up two names at a time: if the DNS servers of an image host were down, lookups
 * of the service's own name would have to wait.
 * @param servers IP addresses with ports; the system's DNS servers by default
 */
export function createLookups(servers?: readonly string[]) {
	const resolver = new Resolver({ timeout: 1_500, tries: 2 });
	if (servers !== undefined) resolver.setServers(servers);

	const addressesOf = async (hostname: string): Promise<LookupAddress[]> => {
		const found = await Promise.allSettled([
			resolver.resolve4(hostname).then((all) => all.map((address) => ({ address, family: 4 }))),
			resolver.resolve6(hostname).then((all) => all.map((address) => ({ address, family: 6 }))),
		]);
		const addresses = found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
		const [failed] = found.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
		if (addresses.length === 0) throw failed;
		return addresses;
	};
	return {
		/** Looks up a host of IMAGE_ORIGINS. Its name may be in the hosts file only. */
		named: (hostname: string) =>
			addressesOf(hostname).catch((error: NodeJS.ErrnoException) => {
				if (notInDns.has(error.code)) return systemLookup(hostname, { all: true });
				throw error;
			}),
		/** Looks up another host. Fails unless all its addresses are public. The connection uses these addresses. */
		async public(hostname: string) {
			const addresses = await addressesOf(hostname);
			if (addresses.every(({ address }) => isPublicAddress(address))) return addresses;
			throw Object.assign(new Error(`${hostname} is not a public address`), { code: 'ENOTFOUND' });
		},
	};
}

/** Adapts a lookup to the form that `connect` requires. */
export const forConnect =
	(find: (hostname: string) => Promise<LookupAddress[]>): LookupFunction =>
	(hostname, _options, callback) =>
		void find(hostname).then(
			(addresses) => callback(null, addresses),
			(error) => callback(error, []),
		);

/** Where an image is. `named`: at an origin from IMAGE_ORIGINS. `public`: elsewhere on the internet. */
export type SourceKind = 'service' | 'named' | 'public' | 'rejected';

/** Tells where an image is. Without `imageOrigins`, images may be anywhere on the internet. */
export function judgeSource(
	source: string,
	{ eventsBaseUrl, eventsAuthUrl, imageOrigins }: ServiceUrls & Pick<BffSettings, 'imageOrigins'>,
): SourceKind {
	const url = URL.parse(source);
	if (url === null || url.username !== '' || url.password !== '') return 'rejected';
	if ([eventsBaseUrl, eventsAuthUrl].some((each) => new URL(each).origin === url.origin)) return 'service';
	if (imageOrigins.includes(url.origin)) return 'named';
	// `port` is empty if it is the scheme's default.
	if (imageOrigins.length > 0 || !/^https?:$/.test(url.protocol) || url.port !== '') return 'rejected';
	const host = url.hostname.replace(/^\[|\]$/g, '');
	return isIP(host) !== 0 && !isPublicAddress(host) ? 'rejected' : 'public';
}
