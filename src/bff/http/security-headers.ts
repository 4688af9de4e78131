/**
 * Sets the security headers of responses. By default, they allow no framing, only the app's own scripts, and from other
 * origins only map tiles.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { CurrentBrand } from '../brand/brand.ts';
import { sourceHash } from '../hash.ts';
import { plainStyle } from '../problems/problem-page.ts';
import type { BffSettings } from '../settings.ts';

/** Writes a page's Content-Security-Policy, which allows inline styles by their hash (CSP Level 3 §2.3.1). */
export type PagePolicy = (styles: readonly string[]) => string;

const inlineScriptsOf = (html: string) =>
	html
		.split('<script')
		.slice(1)
		.map((element) => element.split('</script')[0]?.split(/>(.*)/s) ?? [])
		.flatMap(([attributes = '', code = '']) => (/\ssrc=/.test(attributes) ? [] : [code]));

export function createPagePolicy({ mapTileUrl, webDir }: BffSettings): PagePolicy {
	const html = readFileSync(path.join(webDir, 'index.html'), 'utf8');
	const scripts = inlineScriptsOf(html).map(sourceHash);
	const tiles = mapTileUrl.replace('{s}', '*').split('/').slice(0, 3).join('/');
	return (styles) =>
		[
			"default-src 'none'",
			["script-src 'self'", ...scripts].join(' '),
			["style-src 'self'", ...styles.filter((style) => style !== '').map(sourceHash)].join(' '),
			// The image proxy serves all images except map tiles.
			`img-src 'self' data: ${tiles}`,
			"font-src 'self'",
			"connect-src 'self'",
			"manifest-src 'self'",
			"worker-src 'self'",
			"form-action 'self'",
			"base-uri 'none'",
			"frame-ancestors 'none'",
			"require-trusted-types-for 'script'",
			'trusted-types dompurify default',
		].join('; ');
}

/** The Content-Security-Policy of a document without scripts. @param styles contents of its style elements */
export const documentPolicy = (
	styles: readonly string[],
	frameAncestors: "'none'" | '*' = "'none'",
): string =>
	`default-src 'none'; style-src ${styles.map(sourceHash).join(' ')}; img-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors ${frameAncestors}`;

/** The Content-Security-Policy of SVGs, which are documents if opened directly: allows styles, but no scripts. */
export const svgPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

export function addSecurityHeaders(
	app: FastifyInstance,
	{ publicUrl }: BffSettings,
	pagePolicy: PagePolicy,
	brand: CurrentBrand,
): void {
	const headers: Record<string, string> = {
		'content-security-policy': pagePolicy([plainStyle, brand().style]),
		'cross-origin-opener-policy': 'same-origin',
		'cross-origin-resource-policy': 'same-origin',
		'permissions-policy': 'camera=(), microphone=(), payment=(), usb=(), geolocation=(self)',
		'referrer-policy': 'no-referrer',
		'x-content-type-options': 'nosniff',
		'x-frame-options': 'DENY',
		...(publicUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}),
	};
	app.addHook('onRequest', (_request, reply, done) => {
		reply.headers(headers);
		done();
	});
}
