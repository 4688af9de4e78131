/** Security headers of every response: no script but our own, no framing, nothing from other origins (checklist 25). */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { CurrentBrand } from '../brand/brand.ts';
import type { BffSettings } from '../settings.ts';
import { sourceHash } from './hash.ts';
import { plainStyle } from './problem-page.ts';

/** The inline scripts of a document. A policy allows them by their hashes (CSP Level 3 §2.3.1). */
function inlineScripts(html: string): string[] {
	return html
		.split('<script')
		.slice(1)
		.flatMap((element) => {
			const [attributes = '', ...rest] = element.split('>');
			const [code = ''] = rest.join('>').split('</script');
			return /\ssrc=/.test(attributes) ? [] : [code];
		});
}

/** Code that the HTML of a page contains besides that of index.html. It belongs to the build, so there are few different ones. */
export interface InlineCode {
	scripts: readonly string[];
	/** Contents of style elements; empty ones are not there. */
	styles: readonly string[];
}

/** @returns the Content-Security-Policy of a page, with what needs each exception */
export function createContentSecurityPolicy({
	mapTileUrl,
	webDir,
}: Pick<BffSettings, 'mapTileUrl' | 'webDir'>): (inline: InlineCode) => string {
	const scripts = inlineScripts(readFileSync(path.join(webDir, 'index.html'), 'utf8'));
	const tiles = mapTileUrl.replace('{s}', '*').split('/').slice(0, 3).join('/');
	const sources = new Map<string, string>();
	const allow = (code: string) => {
		const source = sources.get(code) ?? sourceHash(code);
		sources.set(code, source);
		return source;
	};
	return (inline) =>
		[
			"default-src 'none'",
			"object-src 'none'",
			// The script that keeps presses until the app is there: it must run before anything is painted.
			["script-src 'self'", ...[...scripts, ...inline.scripts].map(allow)].join(' '),
			// The brand's style, and that of pages which have no other.
			["style-src 'self'", ...inline.styles.filter((style) => style !== '').map(allow)].join(' '),
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

export function addSecurityHeaders(app: FastifyInstance, settings: BffSettings, brand: CurrentBrand): void {
	const policyOf = createContentSecurityPolicy(settings);
	const policyFor = (style: string): string =>
		policyOf({ scripts: [], styles: style === '' ? [] : [style, plainStyle] });
	// Written once for each style: a brand changes when its folder does, and every response has the policy.
	let written: { style: string; policy: string } | undefined;
	const policyNow = (): string => {
		const { style } = brand();
		if (written?.style !== style) written = { style, policy: policyFor(style) };
		return written.policy;
	};
	const headers: Record<string, string> = {
		'cross-origin-opener-policy': 'same-origin',
		'cross-origin-resource-policy': 'same-origin',
		'permissions-policy': 'camera=(), microphone=(), payment=(), usb=(), geolocation=(self)',
		'referrer-policy': 'no-referrer',
		'x-content-type-options': 'nosniff',
		'x-frame-options': 'DENY',
		...(settings.publicUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}),
	};
	app.addHook('onRequest', (_request, reply, done) => {
		reply.headers(headers).header('content-security-policy', policyNow());
		done();
	});
}
