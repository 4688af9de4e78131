/** URLs of the image proxy, and the sizes in which the app shows posters. */
import { listedType } from '../spec/filters.ts';

/** Widths that the image proxy offers, in device pixels; for other widths, it returns 404. */
export const imageWidths = [96, 192, 320, 480, 640, 960, 1280] as const;
export type ImageWidth = (typeof imageWidths)[number];

const posterWidths: readonly ImageWidth[] = [320, 480, 640, 960];

/**
 * Posters' `sizes` attributes, shared by the app and the BFF's preload. Some are slightly smaller than the poster, so
 * that the browser picks a file with two pixels per CSS pixel, which has half the bytes of the next one. On phones with
 * three pixels, the difference is invisible.
 */
export const posterSizes = {
	card: '(min-width: 36rem) 15rem, (min-resolution: 2.5dppx) 24vw, 38vw',
	/**
	 * First row of the front page. Smaller than the poster even with fewer than two pixels per CSS pixel, because a file
	 * of 480 pixels doesn't fit into a connection's first round trip.
	 */
	front: '(min-width: 36rem) 15rem, (min-resolution: 2.5dppx) 37vw, (min-resolution: 2dppx) 61vw, 44vw',
	/** Other rows of the front page. */
	row: '(min-width: 36rem) 12rem, (min-resolution: 2.5dppx) 24vw, 41vw',
	event: '(min-width: 60rem) 26rem, (min-resolution: 2.5dppx) min(17rem, 17vh), min(26rem, 26vh)',
} as const;

/** Size of link previews in pixels, as chat apps expect. */
export const previewSize = { width: 1200, height: 630 } as const;

/** @param source as for {@link imageUrl} */
export function posterSrcset(source: string, sizes: string): string {
	// Only the event's page shows a poster that large.
	const widths = sizes === posterSizes.event ? posterWidths : posterWidths.slice(0, -1);
	return widths.map((width) => `${imageUrl(source, width)} ${width}w`).join(', ');
}

/** Precedes the signature in an image URL's fragment. Fragments are never sent to the image's own server. */
const signatureMark = '#daybill=';

/** Adds the BFF's signature (base64url) to a URL without a fragment. The result is still an absolute URL. */
export const withSignature = (source: string, signature: string): string =>
	`${source}${signatureMark}${signature}`;

/**
 * An image's path at the image proxy, which fetches only signed URLs, and never enlarges or crops an image.
 *
 * @param source absolute http(s) URL of the image, with the signature in its fragment
 */
export function imageUrl(source: string, widthPx: ImageWidth): string {
	const [url = '', signature] = source.split(signatureMark);
	const path = `/images/${widthPx}?src=${encodeURIComponent(url)}`;
	return signature === undefined ? path : `${path}&sig=${encodeURIComponent(signature)}`;
}

/** Path of the placeholder for a missing image (`public/placeholders`). Unknown types get the one for `others`. */
export function placeholderUrl(type: unknown): string {
	return `/placeholders/${listedType(type)}.png`;
}
