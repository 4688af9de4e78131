/** Routes for a brand's files (logo, icons, fonts, manifest) and its legal pages (privacy, imprint, terms). */
import { escapeUTF8 as escapeHtml } from 'entities';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { legalPages } from '../../contract/bff-api/brand.ts';
import { directionOf, type Locale, type Theme } from '../../contract/bff-api/preferences.ts';
import { pagePatterns, serverPatterns } from '../../contract/paths.ts';
import { words } from '../../contract/words/words.ts';
import { type Brand, type CurrentBrand, shownLocale } from '../brand/brand.ts';
import { colorSchemes } from '../brand/head-tags.ts';
import { sendWithEtag } from '../http/etag.ts';
import { bodyOf } from '../http/route-schemas.ts';
import { documentPolicy, svgPolicy } from '../http/security-headers.ts';
import { unchanging } from '../http/static-files.ts';
import { preferencesOf } from '../preferences.ts';
import { notFound } from '../problems/problem.ts';
import { htmlTag } from '../problems/problem-page.ts';

/** Uses the custom properties of the brand's style. */
const legalStyle = `${colorSchemes}
*{box-sizing:border-box}body{margin:0;min-height:100dvh;display:grid;grid-template-rows:auto 1fr auto;background:var(--paper);color:var(--ink);font:1rem/1.6 var(--face,system-ui,sans-serif);overflow-wrap:anywhere;text-autospace:normal}
header,footer,main{padding:.75rem clamp(1rem,4vw,3rem)}header{border-bottom:3px double var(--ink)}header a{display:inline-flex;align-items:center;min-height:2.75rem;font:900 1.5rem/1 var(--display,var(--face,system-ui,sans-serif));text-decoration:none}header span{white-space:pre}header span+span{color:var(--vermilion)}
main{width:100%;max-width:44rem;margin-inline:auto;padding-block:2rem 3rem}h1,h2,h3{line-height:1.2;text-wrap:balance}a{color:inherit;text-underline-offset:.2em}table{border-collapse:collapse}td,th{overflow-wrap:break-word;border:1px solid var(--rule);padding:.4rem .75rem;text-align:start}
footer{border-top:1px solid var(--rule);color:var(--faded);font-size:.875rem}footer a{display:inline-flex;align-items:center;min-height:2.75rem;margin-inline-end:1rem;font-weight:600}:focus-visible{outline:3px solid var(--focus);outline-offset:2px}`;

const anchor = (href: string, html: string) => `<a href="${escapeHtml(href)}">${html}</a>`;

function headerOf({ name, logos, wordmark }: Brand): string {
	const images = logos.map(
		({ src, width, height, scheme }) =>
			`<img src="${escapeHtml(src)}" alt="${escapeHtml(name)}" width="${width}" height="${height}"${scheme === undefined ? '' : ` data-logo="${scheme}"`}>`,
	);
	const text = wordmark.map((part) => `<span>${escapeHtml(part)}</span>`);
	return anchor(pagePatterns.home, (images.length > 0 ? images : text).join(''));
}

/** @param language the content's language, which may not be the visitor's */
function documentOf(
	brand: Brand,
	title: string,
	content: string,
	language: Locale,
	{ locale, theme }: { locale: Locale; theme: Theme },
): string {
	const links = brand.links.map(({ label, href }) => anchor(href, escapeHtml(label[locale])));
	const contentLanguage = language === locale ? '' : ` lang="${language}" dir="${directionOf(language)}"`;
	return `<!doctype html>${htmlTag(locale, theme === 'system' ? '' : ` data-theme="${theme}"`)}<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><style>${legalStyle}</style>${brand.headTags[locale].join('')}<title>${escapeHtml(`${title} · ${brand.name}`)}</title></head><body><header>${headerOf(brand)}</header><main${contentLanguage}>${content}</main><footer>${links.join(' ')}</footer></body></html>`;
}

function addFileRoute(app: FastifyInstance, brand: CurrentBrand): void {
	const schema = {
		summary: "A file of the site's brand, such as its logo.",
		params: z.object({ version: z.string(), file: z.string() }),
		response: { 200: bodyOf('the type of the file') },
		problems: ['not_found'],
	} as const;
	app.get(serverPatterns.brandFile, { schema }, async (request, reply) => {
		const { version, files } = brand();
		const file = files.get(request.params.file);
		if (file === undefined) throw notFound();
		const isCurrent = request.params.version === version;
		return reply
			.header('content-security-policy', svgPolicy)
			.header('cache-control', isCurrent ? unchanging : 'no-cache')
			.type(file.type)
			.send(file.body);
	});
}

export function addBrandRoutes(app: FastifyInstance, brand: CurrentBrand): void {
	addFileRoute(app, brand);
	for (const page of legalPages) {
		app.get(serverPatterns[page], async (request, reply) => {
			const shown = brand();
			const texts = shown.legal[page] ?? {};
			const preferences = preferencesOf(request, shown.locale);
			const language = shownLocale(texts, preferences.locale, shown.locale);
			const content = language && texts[language];
			if (language === undefined || content === undefined) {
				reply.callNotFound();
				return reply;
			}
			const title = words[preferences.locale][`words_legal_${page}`];
			reply
				.type('text/html; charset=utf-8')
				.header('content-security-policy', documentPolicy([legalStyle, shown.style]))
				.header('cache-control', 'no-cache')
				.header('vary', 'accept-encoding, accept-language, cookie');
			return sendWithEtag(request, reply, documentOf(shown, title, content, language, preferences));
		});
	}
}
