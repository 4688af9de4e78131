/** Signs the image URLs in parsed responses: the image proxy fetches no others. Removes URLs that can't be images. */
import { withSignature } from '../../contract/bff-api/images.ts';
import type { Event } from '../../contract/event/event.ts';
import { readUrl } from '../../contract/event/fields.ts';
import { decodeEntities } from '../../contract/event/plain-text.ts';
import type { Person } from '../../contract/event/schemas.ts';
import { createSigner } from '../hash.ts';
import type { BffSettings } from '../settings.ts';

/** Who may see an image. `guests`: people who may see the private event with this image. */
export type ImageAudience = 'everybody' | 'guests';

export type ImageSignatures = ReturnType<typeof createImageSignatures>;

const audiences: readonly ImageAudience[] = ['everybody', 'guests'];

/** The text to sign. An image URL contains no space, so none looks like a URL with an audience. */
const signedText = (source: string, audience: ImageAudience) =>
	audience === 'everybody' ? source : `${audience} ${source}`;

export function createImageSignatures(keys: readonly string[]) {
	const signer = createSigner(keys, 'daybill image urls');
	return {
		sign: (source: string, audience: ImageAudience = 'everybody') =>
			withSignature(source, signer.sign(signedText(source, audience))),
		/** Returns null if the signature is invalid. */
		audienceOf: (source: string, signature: string): ImageAudience | null =>
			audiences.find((audience) => signer.verify(signedText(source, audience), signature)) ?? null,
	};
}

/** Images in an event's text; more are not shown. */
const maxInText = 40;

const rasterFile = /\.(?:avif|gif|jpe?g|png|webp)$/i;

/** Matches `src` attributes. Repetitions are bounded, so that it takes linear time. */
const sources = /\bsrc\s{0,8}=\s{0,8}(?:"([^"]{1,2000})"|'([^']{1,2000})'|([^\s"'<>]{1,2000}))/gi;

/** The path as a server may understand it: decoded, without empty segments. Null if it can't be decoded. */
function plainPath({ pathname }: URL): string | null {
	try {
		return decodeURIComponent(pathname)
			.replaceAll(/\/{2,}/g, '/')
			.replace(/\/$/, '')
			.toLowerCase();
	} catch {
		return null;
	}
}

export type ServiceUrls = Pick<BffSettings, 'eventsBaseUrl' | 'eventsAuthUrl'>;

/** The host without a final dot, which names the same server. */
const hostOf = ({ host }: URL) => host.replace(/\.(?=$|:)/, '');

export const isOnService = (url: URL, { eventsBaseUrl, eventsAuthUrl }: ServiceUrls): boolean =>
	[eventsBaseUrl, eventsAuthUrl].some((each) => hostOf(new URL(each)) === hostOf(url));

/** Whether a request for the URL may call one of the service's operations, and so use up budget. */
export function isOperation(url: URL, settings: ServiceUrls): boolean {
	if (!isOnService(url, settings)) return false;
	const path = plainPath(url);
	const folders = [`${settings.eventsBaseUrl}/v2/`, `${settings.eventsAuthUrl}/service/`].map(
		(folder) => plainPath(new URL(folder)) ?? '',
	);
	// A path that can't be decoded may be an operation's.
	return path === null || folders.some((folder) => path.startsWith(`${folder}/`));
}

export type SignImages = ReturnType<typeof createSignImages>;

export function createSignImages(signatures: ImageSignatures, settings: ServiceUrls) {
	/** An event's text may contain any URL. If it leads to the service itself, it must look like an image file. */
	const isImageUrl = (source: string, isFromText: boolean): boolean => {
		const url = URL.parse(source);
		if (url === null || /[\s\p{Cc}]/u.test(source) || isOperation(url, settings)) return false;
		if (!isFromText || !isOnService(url, settings)) return true;
		return url.search === '' && rasterFile.test(plainPath(url) ?? '');
	};
	const sign = (value: string, isFromText: boolean, audience: ImageAudience): string | null => {
		const [source = ''] = (readUrl(value) ?? '').split('#', 1);
		return source !== '' && isImageUrl(source, isFromText) ? signatures.sign(source, audience) : null;
	};
	const signText = (content: string, audience: ImageAudience): Record<string, string> => {
		const signed: Record<string, string> = {};
		for (const [, ...values] of content.matchAll(sources).take(maxInText)) {
			const url = decodeEntities(values.find((value) => value !== undefined) ?? '').trim();
			const withSignature = sign(url, true, audience);
			if (withSignature !== null) signed[url] = withSignature;
		}
		return signed;
	};
	const signPerson = (person: Person, audience: ImageAudience): Person => ({
		...person,
		avatar: person.avatar === null ? null : sign(person.avatar, false, audience),
	});

	return {
		/** Signs the images of a public event for everybody, other images for guests. */
		event(event: Event): Event {
			const audience = event.privacy === 'public' ? 'everybody' : 'guests';
			const images = event.content === null ? {} : signText(event.content, audience);
			return {
				...event,
				posters: event.posters.flatMap((poster) => sign(poster, false, audience) ?? []),
				owner: event.owner && signPerson(event.owner, audience),
				...(Object.keys(images).length > 0 ? { contentImages: images } : {}),
			};
		},
		person: (person: Person) => signPerson(person, 'everybody'),
	};
}
