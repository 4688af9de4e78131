/**
 * Signs the picture URLs in a body of the service, once, before it is cached, read or sent. Everything that the BFF hands out
 * is made from signed bodies: responses, pages, feeds, embeds and search results.
 */
import { LRUCache } from 'lru-cache';
import { readUrl } from '../../contract/event/fields.ts';
import { readPrivacy } from '../../contract/event/flags.ts';
import { matchOperations } from '../../contract/spec/match-operation.ts';
import { authorizationPaths } from '../../contract/spec/operations.ts';
import {
	maxPictureUrl,
	type PictureAudience,
	type PictureSignatures,
} from '../session/picture-signatures.ts';
import type { BffSettings } from '../settings.ts';
import { replaceImageUrls } from './image-tags.ts';

/** Fields with a picture's URL: those of events, under either name of the large ones, and those of users. */
const pictureFields: ReadonlySet<string> = new Set([
	'image',
	'image-hlarge',
	'image_hlarge',
	'image-lmobile',
	'image_lmobile',
	'avatar',
]);
const textField = 'content';
/** The flag of an event. Pictures in an event that is not public are signed for those who may see it. */
const privacyField = 'is_priv';

/** A list, its array, an event, its owner: pictures are not deeper. */
const maxDepth = 4;

/** Characters of a text that are handed on: what is longer is not there to be read, and every page would carry it. */
const maxText = 200_000;

/** Pictures in one text that are signed; a text with more is not there to be read. */
const maxInText = 40;

/** Bytes of the URLs that are remembered with their signatures, and what an entry takes besides. */
const maxSignedBytes = 8 * 1024 * 1024;
const entryOverhead = 256;

const rasterFile = /\.(?:avif|gif|jpe?g|png|webp)$/i;

/** The path as a server might read it: decoded and without empty segments; null when it cannot be decoded. */
function plainPath({ pathname }: URL): string | null {
	try {
		return decodeURIComponent(pathname)
			.replaceAll(/\/{2,}/g, '/')
			.replace(/\/$/, '')
			.toLowerCase();
	} catch (error) {
		if (error instanceof URIError) return null;
		throw error;
	}
}

/**
 * @param parts `fields` leaves out the pictures in texts, for where only the words of these are used
 * @returns the body with its picture URLs signed, and texts of a bounded length; anything that is no URL of a picture stays as it is
 */
export type SignPictures = (body: unknown, parts?: Parts) => unknown;

type Parts = 'all' | 'fields';

export function createSignPictures(
	signatures: PictureSignatures,
	{ eventsBaseUrl, eventsAuthUrl }: Pick<BffSettings, 'eventsBaseUrl' | 'eventsAuthUrl'>,
): SignPictures {
	const base = new URL(eventsBaseUrl);
	const auth = new URL(eventsAuthUrl);
	const serviceOrigins = new Set([base.origin, auth.origin]);
	/** The rest of a path below {base_url} or {auth_url}; empty for a path elsewhere. */
	const below = (root: URL, path: string) => {
		const prefix = root.pathname.replace(/\/$/, '').toLowerCase();
		return path.startsWith(prefix) ? path.slice(prefix.length) : '';
	};
	const authPaths = Object.values(authorizationPaths);
	/** No operation of the service is a picture: its calls have a budget, and some of them could have effects. */
	const isOperation = (path: string) =>
		matchOperations(below(base, path)).length > 0 || authPaths.some((each) => below(auth, path) === each);

	/** Whoever writes an event may put any URL into its text, so at the service itself it must look like a file. */
	const isPictureUrl = (source: string, isFromText: boolean): boolean => {
		const url = URL.parse(source);
		if (url === null || source.length > maxPictureUrl || /[\s\p{Cc}]/u.test(source)) return false;
		if (!serviceOrigins.has(url.origin)) return true;
		const path = plainPath(url);
		if (path === null || isOperation(path)) return false;
		return !isFromText || (url.search === '' && rasterFile.test(path));
	};

	const signAnew = (value: string, isFromText: boolean, audience: PictureAudience): string | null => {
		const [source = ''] = (readUrl(value) ?? '').split('#', 1);
		return source !== '' && isPictureUrl(source, isFromText) ? signatures.sign(source, audience) : null;
	};
	/** The same pictures are in every response for an event or a person, and a signature is always the same. */
	const known = new LRUCache<string, { signed: string | null }>({
		maxSize: maxSignedBytes,
		sizeCalculation: ({ signed }, key) => 2 * (key.length + (signed?.length ?? 0)) + entryOverhead,
	});
	/** Null for what is no URL of a picture. */
	const sign = (value: unknown, isFromText: boolean, audience: PictureAudience): string | null => {
		if (typeof value !== 'string') return null;
		if (value.length > maxPictureUrl) return signAnew(value, isFromText, audience);
		const key = `${audience} ${isFromText} ${value}`;
		const before = known.get(key);
		if (before !== undefined) return before.signed;
		const signed = signAnew(value, isFromText, audience);
		known.set(key, { signed });
		return signed;
	};

	const signText = (text: string, audience: PictureAudience) =>
		replaceImageUrls(text, (url) => sign(url, true, audience), maxInText);

	const signField = (
		name: string,
		value: unknown,
		depth: number,
		audience: PictureAudience,
		parts: Parts,
	): unknown => {
		if (pictureFields.has(name)) return sign(value, false, audience) ?? value;
		if (name !== textField || typeof value !== 'string') return signValue(value, depth, audience, parts);
		const text = value.slice(0, maxText);
		return parts === 'all' ? signText(text, audience) : text;
	};
	const signValue = (value: unknown, depth: number, outer: PictureAudience, parts: Parts): unknown => {
		if (typeof value !== 'object' || value === null || depth > maxDepth) return value;
		if (Array.isArray(value)) return value.map((element) => signValue(element, depth + 1, outer, parts));
		const fields = Object.entries(value);
		const flag = fields.find(([name]) => name === privacyField)?.[1];
		const audience = readPrivacy(flag) === 'public' ? outer : 'guests';
		return Object.fromEntries(
			fields.map(([name, field]) => [name, signField(name, field, depth + 1, audience, parts)]),
		);
	};
	return (body, parts = 'all') => signValue(body, 0, 'everybody', parts);
}
