/** The image proxy's URLs, and the sizes in which the app shows posters. Plain functions, free for the web bundle. */
import { listedType } from '../spec/filters.ts';

/** Widths in CSS pixels times density that the image proxy offers; others are a 400. */
export const imageWidths = [96, 192, 320, 480, 640, 960, 1280] as const;
export type ImageWidth = (typeof imageWidths)[number];

/** Widths of a poster's `srcset`. */
const posterWidths: readonly ImageWidth[] = [192, 320, 480, 640, 960];

/**
 * The `sizes` attribute of posters: the same in the app and in the BFF's preload. Some are a little smaller than the posters are:
 * what matters is the file that is chosen by them, and one of two pixels for each CSS pixel has half the bytes of the next one, or
 * less. Nobody sees more where a phone has three.
 */
export const posterSizes = {
	card: '(min-width: 36rem) 15rem, (min-resolution: 2.5dppx) 24vw, 38vw',
	/** In the first row of a city's front page. */
	front: '(min-width: 36rem) 15rem, (min-resolution: 2.5dppx) 37vw, 61vw',
	/** In its other rows. */
	row: '(min-width: 36rem) 12rem, (min-resolution: 2.5dppx) 24vw, 41vw',
	event: '(min-width: 60rem) 26rem, (min-resolution: 2.5dppx) min(17rem, 17vh), min(26rem, 26vh)',
} as const;

/** Pixels of an image for link previews, as those who show them ask for. */
export const previewSize = { width: 1200, height: 630 } as const;

/** The `srcset` of a poster. @param source absolute URL of the image */
export function posterSrcset(source: string): string {
	return posterWidths.map((width) => `${imageUrl(source, width)} ${width}w`).join(', ');
}

/** What begins the signature in the fragment of an image's URL. A fragment is never sent to the image's own server. */
const signatureMark = '#daybill=';

/**
 * An image's URL with the BFF's signature. It stays an absolute http(s) URL, so that it is read like any other.
 *
 * @param source without a fragment
 * @param signature base64url
 */
export const withSignature = (source: string, signature: string): string =>
	`${source}${signatureMark}${signature}`;

/**
 * URL at the image proxy for an image that a response of the BFF names. The proxy fetches only what the BFF has signed;
 * for a URL without a signature it responds 403.
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
 * Path of the file that stands in for a missing image where nothing can be drawn in its place (`public/stand-ins`).
 *
 * @param type of the event; any other value gets the one of `others`
 */
export function standInUrl(type: unknown): string {
	return `/stand-ins/${listedType(type)}.png`;
}

/**
 * URL of the image of a link preview: that of the event, else what stands in for it.
 *
 * @param source as for {@link imageUrl}; undefined for none
 * @param type of the event
 */
export function previewUrl(source: string | undefined, type: string | null): string {
	if (source === undefined) return standInUrl(type);
	return `${imageUrl(source, 1280)}&or=${encodeURIComponent(type ?? '')}`;
}
