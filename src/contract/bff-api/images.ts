/** The image proxy's URLs, and the sizes in which the app shows posters. Plain functions, free for the web bundle. */
import { listedType } from '../spec/filters.ts';

/** Widths in device pixels that the image proxy offers; others get 400. */
export const imageWidths = [96, 192, 320, 480, 640, 960, 1280] as const;
export type ImageWidth = (typeof imageWidths)[number];

const posterWidths: readonly ImageWidth[] = [192, 320, 480, 640, 960];

/**
 * The `sizes` attribute of posters, the same in the app and in the BFF's preload. Some are slightly smaller than the
 * poster, so that the browser picks a file of two pixels per CSS pixel, with half the bytes of the next one. On
 * phones with three pixels the difference is invisible.
 */
export const posterSizes = {
	card: '(min-width: 36rem) 15rem, (min-resolution: 2.5dppx) 24vw, 38vw',
	/** In the first row of a city's front page. */
	front: '(min-width: 36rem) 15rem, (min-resolution: 2.5dppx) 37vw, 61vw',
	/** In its other rows. */
	row: '(min-width: 36rem) 12rem, (min-resolution: 2.5dppx) 24vw, 41vw',
	event: '(min-width: 60rem) 26rem, (min-resolution: 2.5dppx) min(17rem, 17vh), min(26rem, 26vh)',
} as const;

/** Pixels of link previews, as chat apps expect. */
export const previewSize = { width: 1200, height: 630 } as const;

/** The `srcset` of a poster. @param source absolute URL of the image */
export function posterSrcset(source: string): string {
	return posterWidths.map((width) => `${imageUrl(source, width)} ${width}w`).join(', ');
}

/** Starts the signature in the fragment of an image's URL. Fragments never reach the image's own server. */
const signatureMark = '#daybill=';

/**
 * Adds the BFF's signature; the result is still an absolute http(s) URL.
 *
 * @param source without a fragment
 * @param signature base64url
 */
export const withSignature = (source: string, signature: string): string =>
	`${source}${signatureMark}${signature}`;

/**
 * URL at the image proxy. The proxy fetches only signed URLs, and answers 403 to others.
 *
 * @param source absolute http(s) URL of the image, with the signature in its fragment
 * @param width of the response in pixels; the image is never enlarged or cropped
 */
export function imageUrl(source: string, width: ImageWidth): string {
	const [url = '', signature] = source.split(signatureMark);
	const path = `/images/${width}?src=${encodeURIComponent(url)}`;
	return signature === undefined ? path : `${path}&sig=${encodeURIComponent(signature)}`;
}

/**
 * Path of the placeholder file for a missing image (`public/placeholders`).
 *
 * @param type of the event; unknown types get the one of `others`
 */
export function placeholderUrl(type: unknown): string {
	return `/placeholders/${listedType(type)}.png`;
}

/**
 * URL of a link preview's image: the event's, else a placeholder.
 *
 * @param source as for {@link imageUrl}
 * @param type of the event
 */
export function previewUrl(source: string | undefined, type: string | null): string {
	if (source === undefined) return placeholderUrl(type);
	return `${imageUrl(source, 1280)}&or=${encodeURIComponent(type ?? '')}`;
}
