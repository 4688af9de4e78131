/** Decides where the image proxy may fetch from: in the operator's network, only from configured origins (SSRF). */
import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
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

/**
 * Creates a lookup for `connect` that fails unless all addresses of a host are public. Doesn't use `dns.lookup`, which
 * looks up two names at a time: if the DNS servers of an image host were down, lookups of the service's own name would
 * have to wait.
 * @param servers IP addresses with ports; the system's DNS servers by default
 */
export function createPublicLookup(servers?: readonly string[]): LookupFunction {
	const resolver = new Resolver({ timeout: 1_500, tries: 2 });
	if (servers !== undefined) resolver.setServers(servers);
	const find = async (hostname: string): Promise<LookupAddress[]> => {
		const found = await Promise.allSettled([
			resolver.resolve4(hostname).then((all) => all.map((address) => ({ address, family: 4 }))),
			resolver.resolve6(hostname).then((all) => all.map((address) => ({ address, family: 6 }))),
		]);
		const addresses = found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
		const [failed] = found.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
		if (addresses.length === 0) throw failed;
		if (addresses.every(({ address }) => isPublicAddress(address))) return addresses;
		throw Object.assign(new Error(`${hostname} is not a public address`), { code: 'ENOTFOUND' });
	};
	return (hostname, _options, callback) =>
		void find(hostname).then(
			(addresses) => callback(null, addresses),
			(error) => callback(error, []),
		);
}

/** Where an image is. `configured`: at the service, or at an origin from IMAGE_ORIGINS. `public`: elsewhere. */
type SourceKind = 'configured' | 'public' | 'rejected';

/** Tells where an image is. Without `imageOrigins`, images may be anywhere on the internet. */
export function judgeSource(
	source: string,
	{ eventsBaseUrl, eventsAuthUrl, imageOrigins }: ServiceUrls & Pick<BffSettings, 'imageOrigins'>,
): SourceKind {
	const url = URL.parse(source);
	if (url === null || url.username !== '' || url.password !== '') return 'rejected';
	const ofService = [eventsBaseUrl, eventsAuthUrl].map((each) => new URL(each).origin);
	if ([...ofService, ...imageOrigins].includes(url.origin)) return 'configured';
	// `port` is empty if it is the scheme's default.
	if (imageOrigins.length > 0 || !/^https?:$/.test(url.protocol) || url.port !== '') return 'rejected';
	const host = url.hostname.replace(/^\[|\]$/g, '');
	return isIP(host) !== 0 && !isPublicAddress(host) ? 'rejected' : 'public';
}
