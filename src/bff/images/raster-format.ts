/** Which format a file has, by its first bytes: what a server calls it, or its URL ends with, says nothing. */

/** Formats that are decoded. SVG and PDF are programs rather than images, and no browser needs HEIC or TIFF. */
export type RasterFormat = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif';

/** Bytes in which an AVIF file must name itself. */
const maxFileTypeBox = 64;

/** The brands of an ISO base media file (ISO/IEC 14496-12 §4.3), the major one first; empty for any other file. */
function brandsOf(bytes: Buffer): string[] {
	if (bytes.toString('latin1', 4, 8) !== 'ftyp') return [];
	const end = Math.min(bytes.readUInt32BE(0), maxFileTypeBox, bytes.byteLength);
	const brands = [bytes.toString('latin1', 8, 12)];
	for (let at = 16; at + 4 <= end; at += 4) brands.push(bytes.toString('latin1', at, at + 4));
	return brands;
}

/** @returns null for anything that is not one of the formats */
export function rasterFormatOf(bytes: Buffer): RasterFormat | null {
	const start = bytes.toString('latin1', 0, 12);
	if (start.startsWith('\xff\xd8\xff')) return 'jpeg';
	if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
	if (/^GIF8[79]a/.test(start)) return 'gif';
	if (/^RIFF.{4}WEBP$/s.test(start)) return 'webp';
	const brands = brandsOf(bytes);
	const isStill = /^(?:avif|avis|mif1|msf1)$/.test(brands[0] ?? '');
	return isStill && brands.some((brand) => brand === 'avif' || brand === 'avis') ? 'avif' : null;
}
