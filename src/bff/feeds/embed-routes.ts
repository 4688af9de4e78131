/** A city's list, or one event, for iframes on other sites: one HTML document without scripts or cookies. */
import { escapeUTF8 as escapeHtml } from 'entities';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { imageUrl } from '../../contract/bff-api/images.ts';
import { type Formats, type Locale, locales } from '../../contract/bff-api/preferences.ts';
import { isListed } from '../../contract/event/agenda.ts';
import type { PublicEvent } from '../../contract/event/event.ts';
import { initialsOf } from '../../contract/event/initials.ts';
import { daySpan, phaseOf, sortByTimes } from '../../contract/event/times.ts';
import { type WallClock, wallClockIn } from '../../contract/event/wall-clock.ts';
import { pagePath, serverPatterns } from '../../contract/paths.ts';
import { dayTypes, eventTypes, listedType, listedTypes } from '../../contract/spec/filters.ts';
import { formatDate, formatStart } from '../../contract/words/format-start.ts';
import { listTitle } from '../../contract/words/list-title.ts';
import { fill, words } from '../../contract/words/words.ts';
import type { Brand } from '../brand/brand.ts';
import { colorSchemes } from '../brand/head-tags.ts';
import { colorProperties } from '../brand/palettes.ts';
import { sendCached } from '../cache/document-cache.ts';
import { bodyOf } from '../http/route-schemas.ts';
import { documentPolicy } from '../http/security-headers.ts';
import type { Parts } from '../parts.ts';
import { preferencesOf } from '../preferences.ts';
import { hasReason, notFound, ProblemError } from '../problems/problem.ts';
import { htmlTag } from '../problems/problem-page.ts';

/** How many events fit into the iframe of the snippet that the app offers. */
const defaultCount = 6;
const maxCount = 20;
/** How many events to read to find the soonest: the service may list them in any order. */
const maxRead = 300;

const look = {
	lang: z.enum(locales).default('en'),
	theme: z.enum(['light', 'dark', 'system']).default('system'),
};
/** Rejects unknown values. Otherwise, nobody would notice that the frame shows a wrong list. */
const eventSchema = z.strictObject(look);
const listSchema = z.strictObject({
	...look,
	day_type: z.enum(dayTypes).default('week'),
	type: z.enum(eventTypes).default('all'),
	count: z.coerce
		.number<string>()
		.int()
		.min(1)
		.default(defaultCount)
		.transform((count) => Math.min(maxCount, count)),
});
type Look = z.output<typeof eventSchema>;

const frame = { response: { 200: bodyOf('text/html') }, problems: ['not_found', 'service'] } as const;
const listFrame = {
	...frame,
	summary: "A city's list, for an iframe on another site.",
	params: z.object({ uid: z.string() }),
	querystring: listSchema,
};
const eventFrame = {
	...frame,
	summary: 'One event, for an iframe on another site.',
	params: z.object({ id: z.string() }),
	querystring: eventSchema,
};

/** Limits a row to two lines of title, one of time and one of place, so that the list fits into the iframe. */
const embedStyle = ({ palettes, isDark }: Brand): string =>
	`${isDark ? ':root{color-scheme:dark}' : colorSchemes}:root{${colorProperties(palettes)}}
body{margin:0;padding:.75rem;font:15px/1.45 system-ui,"Noto Sans SC",sans-serif;background:var(--paper);color:var(--ink)}
h1{font-size:1.1rem;margin:0 0 .5rem;border-bottom:3px double;padding-bottom:.5rem}ul{list-style:none;margin:0;padding:0}
li{display:grid;grid-template-columns:48px 1fr;gap:.75rem;padding:.6rem 0;border-bottom:1px solid var(--rule)}
li>div{min-width:0;overflow-wrap:anywhere}li a{display:-webkit-box;overflow:hidden;-webkit-box-orient:vertical;-webkit-line-clamp:2}li p{overflow:hidden;white-space:nowrap;text-overflow:ellipsis}li>span{position:relative;display:grid;place-content:center;width:48px;height:64px;overflow:hidden;border-radius:4px;color:light-dark(var(--sheet),var(--paper));font-weight:800}
li img{position:absolute;inset:0;width:48px;height:64px;object-fit:cover}a{color:inherit;font-weight:700}
p{margin:0;color:var(--faded);font-size:.875rem}:focus-visible{outline:3px solid var(--focus)}${listedTypes.map((type) => `[data-type=${type}]{background:var(--type-${type})}`).join('')}`;

const link = (href: string, text: string) =>
	`<a href="${escapeHtml(href)}" target="_blank" rel="noopener">${escapeHtml(text)}</a>`;

interface Site {
	publicUrl: string;
	brand: Brand;
	now: WallClock | null;
	formats: Formats;
}

function whenOf(event: PublicEvent, { now, formats }: Site, locale: Locale): string {
	const { words_now: onNow, words_until: until } = words[locale];
	const span = daySpan(event);
	const isOn = phaseOf(event, now) === 'ongoing';
	if (span === null || span.first === span.last)
		return [...(isOn ? [onNow] : []), formatStart(event, locale, formats)].join(' · ');
	const last = formatDate(span.last, locale, formats);
	return isOn
		? `${onNow} · ${fill(until, { day: last })}`
		: `${formatDate(span.first, locale, formats)} – ${last}`;
}

function itemHtml(event: PublicEvent, site: Site, locale: Locale): string {
	const { id, title, address, posters, type } = event;
	const poster = posters.at(-1);
	const image =
		poster === undefined
			? ''
			: `<img src="${escapeHtml(imageUrl(poster, 96))}" alt="" width="48" height="64" loading="lazy">`;
	// The initials are behind the image, so they show if it is missing or broken.
	const sheet = `<span data-type="${listedType(type)}" aria-hidden="true">${escapeHtml(initialsOf(title))}${image}</span>`;
	const when = escapeHtml(whenOf(event, site, locale));
	return `<li>${sheet}<div>${link(`${site.publicUrl}${pagePath.event(id)}`, title)}<p>${when}</p><p>${escapeHtml(address)}</p></div></li>`;
}

interface Shown {
	status?: number;
	/** Plain text, without the site's name. */
	title: string;
	content: string;
}

/** @param page path of the page to link to */
function showEvents(events: readonly PublicEvent[], page: string, lang: Locale, site: Site): string {
	const { words_embed_none: none, words_embed_more: more } = words[lang];
	const items = events.map((event) => itemHtml(event, site, lang));
	const list = items.length === 0 ? `<p>${none}</p>` : `<ul>${items.join('')}</ul>`;
	return `${list}<p>${link(site.publicUrl + page, fill(more, { site: site.brand.name }))}</p>`;
}

/** @param page path of the page that shows the same to people who sign in */
function askToSignIn(page: string, lang: Locale, { publicUrl, brand: { name } }: Site): Shown {
	const { words_embed_closed: closed, words_embed_sign_in: signIn } = words[lang];
	const signInLink = link(publicUrl + page, fill(signIn, { site: name }));
	return { status: 403, title: '', content: `<p>${closed}</p><p>${signInLink}</p>` };
}

function frameOf({ status = 200, title, content }: Shown, { lang, theme }: Look, brand: Brand) {
	const style = embedStyle(brand);
	const name = [title, brand.name].filter((part) => part !== '').join(' · ');
	const document = `<!doctype html>${htmlTag(lang, ` data-theme="${theme}"`)}<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(name)}</title><style>${style}</style></head><body><main>${content}</main></body></html>`;
	return { document, status, policy: documentPolicy([style], '*') };
}

function setHeaders(reply: FastifyReply, { status, policy }: { status: number; policy: string }) {
	return reply
		.code(status)
		.removeHeader('x-frame-options')
		.header('cross-origin-resource-policy', 'cross-origin')
		.header('content-security-policy', policy)
		.header('vary', 'accept-encoding, accept-language')
		.header('cache-control', status === 200 ? 'public, max-age=300' : 'no-store')
		.type('text/html; charset=utf-8');
}

export function addEmbedRoutes(
	app: FastifyInstance,
	{ settings: { publicUrl, timeZone }, brand: currentBrand, reader, documents, clock }: Parts,
): void {
	/** Sends a frame with what `show` returns, or with a note that people have to sign in. */
	const sendFrame = async <Options extends Look>(
		request: FastifyRequest,
		reply: FastifyReply,
		page: string,
		options: Options,
		show: (options: Options, site: Site) => Promise<Shown>,
	) => {
		const brand = currentBrand();
		if (!brand.surfaces.includes('embed')) throw notFound();
		const { formats } = preferencesOf(request, brand.locale);
		const now = wallClockIn(timeZone, clock());
		const site = { publicUrl, brand, now, formats };
		const frame = await documents.get(['embed', page, options, formats, brand.version], {
			read: () =>
				show(options, site).catch((error: unknown) => {
					if (hasReason(error, 'sign_in_required')) return askToSignIn(page, options.lang, site);
					throw error;
				}),
			write: (shown) => frameOf(shown, options, brand),
		});
		setHeaders(reply, frame);
		return sendCached(request, reply, frame);
	};

	app.get(serverPatterns.embed, { schema: listFrame }, async (request, reply) => {
		const { uid } = request.params;
		return sendFrame(request, reply, pagePath.city(uid), request.query, async (options, site) => {
			const { day_type, type, count, lang } = options;
			const loc = await reader.findLoc(uid);
			if (loc === null) throw new ProblemError('not_found', 'There is no such city.');
			const filters = { loc: loc.id, day_type, type: type === 'all' ? undefined : type };
			const events = (await reader.events(filters, maxRead)).filter(
				(event) => isListed(event, day_type, site.now) && phaseOf(event, site.now) !== 'over',
			);
			const say = words[lang];
			const title = listTitle(loc.name, { type }, say[`words_${day_type}`], (key) => say[key]);
			const page = pagePath.city(loc.uid, { dayType: day_type, type });
			const list = showEvents(sortByTimes(events, site.now).slice(0, count), page, lang, site);
			return { title, content: `<h1>${link(publicUrl + page, title)}</h1>${list}` };
		});
	});
	app.get(serverPatterns.eventEmbed, { schema: eventFrame }, async (request, reply) => {
		const page = pagePath.event(request.params.id);
		return sendFrame(request, reply, page, request.query, async ({ lang }, site) => {
			const view = await reader.event(request.params.id);
			if (view.state !== 'public') throw notFound();
			return { title: view.event.title, content: showEvents([view.event], page, lang, site) };
		});
	});
}
