/** Security headers of every response: no script but our own, no framing, nothing from other origins. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { CurrentBrand } from '../brand/brand.ts';
import type { BffSettings } from '../settings.ts';
import { sourceHash } from './hash.ts';
import { plainStyle } from './problem-page.ts';

/**
 * The Content-Security-Policy of a page, which allows inline code by its hash (CSP Level 3 §2.3.1).
 *
 * @param styles contents of style elements; empty ones are not there
 */
export type ContentSecurityPolicy = (styles: readonly string[]) => string;

/** The inline scripts of a document of the build. */
const inlineScriptsOf = (html: string) =>
	html
		.split('<script')
		.slice(1)
		.map((element) => element.split('</script')[0]?.split(/>(.*)/s) ?? [])
		.flatMap(([attributes = '', code = '']) => (/\ssrc=/.test(attributes) ? [] : [code]));

export function createContentSecurityPolicy({
	mapTileUrl,
	webDir,
}: Pick<BffSettings, 'mapTileUrl' | 'webDir'>): ContentSecurityPolicy {
	const html = readFileSync(path.join(webDir, 'index.html'), 'utf8');
	const scripts = inlineScriptsOf(html).map(sourceHash);
	const tiles = mapTileUrl.replace('{s}', '*').split('/').slice(0, 3).join('/');
	return (styles) =>
		[
			"default-src 'none'",
			"object-src 'none'",
			["script-src 'self'", ...scripts].join(' '),
			["style-src 'self'", ...styles.filter((style) => style !== '').map(sourceHash)].join(' '),
			// Images come through the image proxy, map tiles do not.
			`img-src 'self' data: ${tiles}`,
			"font-src 'self'",
			"connect-src 'self'",
			"manifest-src 'self'",
			"worker-src 'self'",
			"form-action 'self'",
			"base-uri 'none'",
			"frame-ancestors 'none'",
			"require-trusted-types-for 'script'",
			'trusted-types dompurify daybill',
		].join('; ');
}

/**
 * The Content-Security-Policy of a document without scripts.
 *
 * @param styles contents of its style elements
 * @param frameAncestors who may show it in a frame
 */
export const documentPolicy = (
	styles: readonly string[],
	frameAncestors: "'none'" | '*' = "'none'",
): string =>
	`default-src 'none'; style-src ${styles.map(sourceHash).join(' ')}; img-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors ${frameAncestors}`;

/** The same of an SVG, which is a document when somebody opens its URL: it may have styles, and no script runs in it. */
export const svgPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

export function addSecurityHeaders(
	app: FastifyInstance,
	{ publicUrl }: Pick<BffSettings, 'publicUrl'>,
	policyOf: ContentSecurityPolicy,
	brand: CurrentBrand,
): void {
	const headers: Record<string, string> = {
		'cross-origin-opener-policy': 'same-origin',
		'cross-origin-resource-policy': 'same-origin',
		'permissions-policy': 'camera=(), microphone=(), payment=(), usb=(), geolocation=(self)',
		'referrer-policy': 'no-referrer',
		'x-content-type-options': 'nosniff',
		'x-frame-options': 'DENY',
		...(publicUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}),
	};
	app.addHook('onRequest', (_request, reply, done) => {
		const policy = policyOf([plainStyle, brand().style]);
		reply.headers(headers).header('content-security-policy', policy);
		done();
	});
}
