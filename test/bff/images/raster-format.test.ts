import { describe, expect, it } from 'vitest';
import { rasterFormatOf } from '../../../src/bff/images/raster-format.ts';

/** The first box of an ISO base media file. */
const box = (...brands: string[]) => {
	const body = Buffer.from(`ftyp${brands[0]}\0\0\0\0${brands.slice(1).join('')}`, 'latin1');
	const length = Buffer.alloc(4);
	length.writeUInt32BE(body.byteLength + 4);
	return Buffer.concat([length, body]);
};

describe('the format of a file, from its first bytes', () => {
	it.each([
		['jpeg', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
		['png', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
		['gif', Buffer.from('GIF87a')],
		['gif', Buffer.from('GIF89a')],
		['webp', Buffer.from('RIFF\n\0\0\0WEBPVP8 ')],
		['avif', box('avif', 'mif1', 'miaf')],
		['avif', box('mif1', 'miaf', 'avif')],
	])('is recognised as %s', (format, bytes) => {
		expect(rasterFormatOf(bytes)).toBe(format);
	});

	it.each([
		['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
		['an SVG with a byte order mark', '\ufeff<?xml version="1.0"?><svg/>'],
		['HTML', '<!doctype html>'],
		['a PDF', '%PDF-1.7'],
		['a TIFF', 'II*\0'],
		['a BMP', 'BM'],
		['a WAVE file', 'RIFF\n\0\0\0WAVEfmt '],
		['an HEIC image', box('heic', 'mif1', 'heic')],
		['a film', box('isom', 'iso2', 'avif')],
		['the beginning of a box', Buffer.from([0, 0, 0, 32, 0x66, 0x74, 0x79, 0x70])],
		['nothing', ''],
	])('is not recognised for %s', (_name, bytes) => {
		expect(rasterFormatOf(Buffer.from(bytes))).toBeNull();
	});
});
