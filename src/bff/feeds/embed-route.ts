/** A small list for iframes on other sites: one HTML document without scripts or cookies. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { imageUrl } from '../../contract/bff-api/images.ts';
import { type Locale, locales } from '../../contract/bff-api/preferences.ts';
import { isListed } from '../../contract/event/agenda.ts';
import type { PublicEvent } from '../../contract/event/event.ts';
import { initialsOf } from '../../contract/event/initials.ts';
import type { Loc } from '../../contract/event/loc.ts';
import { escapeHtml } from '../../contract/event/plain-text.ts';
import { sortByTimes } from '../../contract/event/times.ts';
import { dayAt } from '../../contract/event/wall-clock.ts';
import { pagePath, serverPatterns } from '../../contract/paths.ts';
import { dayTypes, eventTypes, listedType, listedTypes, paging } from '../../contract/spec/filters.ts';
import { formatStart } from '../../contract/words/format-start.ts';
import { listTitle } from '../../contract/words/list-title.ts';
import { fill, words } from '../../contract/words/words.ts';
import type { Brand } from '../brand/brand.ts';
import { colorSchemes } from '../brand/head-tags.ts';
import { colorProperties } from '../brand/palettes.ts';
import { sendCached } from '../cache/document-cache.ts';
import { documentPolicy } from '../http/security-headers.ts';
import type { Parts } from '../parts.ts';
import { hasReason, notFound, ProblemError } from '../problems/problem.ts';
import { htmlTag } from '../problems/problem-page.ts';

const maxCount = 20;
const cacheTtlMs = 30_000;

/** Unknown values fall back to defaults. */
const optionsSchema = z.object({
	day_type: z.enum(dayTypes).catch('week'),
	type: z.enum(eventTypes).catch('all'),
	lang: z.enum(locales).catch('en'),
	theme: z.enum(['light', 'dark', 'system']).catch('system'),
	count: z.coerce
		.number<string>()
		.int()
		.min(1)
		.catch(8)
		.transform((count) => Math.min(maxCount, count)),
});
type Options = z.output<typeof optionsSchema>;

const embedStyle = ({ palettes, isDark }: Brand): string =>
	`${isDark ? ':root{color-scheme:dark}' : colorSchemes}:root{${colorProperties(palettes)}}
body{margin:0;padding:.75rem;font:15px/1.45 system-ui,"Noto Sans SC",sans-serif;background:var(--paper);color:var(--ink)}
h1{font-size:1.1rem;margin:0 0 .5rem;border-bottom:3px double;padding-bottom:.5rem}ul{list-style:none;margin:0;padding:0}
li{display:grid;grid-template-columns:48px 1fr;gap:.75rem;padding:.6rem 0;border-bottom:1px solid var(--rule)}
li>div{min-width:0;overflow-wrap:anywhere}li>span{position:relative;display:grid;place-content:center;width:48px;height:64px;overflow:hidden;border-radius:4px;color:light-dark(var(--sheet),var(--paper));font-weight:800}
li img{position:absolute;inset:0;width:48px;height:64px;object-fit:cover}a{color:inherit;font-weight:700}
p{margin:0;color:var(--faded);font-size:.875rem}:focus-visible{outline:3px solid var(--focus)}${listedTypes.map((type) => `[data-type=${type}]{background:var(--type-${type})}`).join('')}`;

const link = (href: string, text: string) =>
	`<a href="${escapeHtml(href)}" target="_blank" rel="noopener">${escapeHtml(text)}</a>`;

function itemHtml(
	{ id, title, begin, address, posters, type }: PublicEvent,
	publicUrl: string,
	locale: Locale,
): string {
	const poster = posters.at(-1);
	const image =
		poster === undefined
			? ''
			: `<img src="${escapeHtml(imageUrl(poster, 96))}" alt="" width="48" height="64" loading="lazy">`;
	// The initials show if the image is missing or broken.
	const sheet = `<span data-type="${listedType(type)}" aria-hidden="true">${escapeHtml(initialsOf(title))}${image}</span>`;
	const when = begin === null ? '' : formatStart({ begin, end: null }, locale);
	return `<li>${sheet}<div>${link(`${publicUrl}${pagePath.event(id)}`, title)}<p>${escapeHtml(when)}</p><p>${escapeHtml(address)}</p></div></li>`;
}

/** `title` is plain text, `content` is HTML. */
interface Shown {
	title: string;
	content: string;
}

function showList(
	loc: Loc,
	events: readonly PublicEvent[],
	{ day_type: dayType, type, lang }: Options,
	{ publicUrl, site }: { publicUrl: string; site: string },
): Shown {
	const say = words[lang];
	const title = listTitle(loc.name, { type }, say[`words_${dayType}`], say[`words_type_${type}`]);
	const page = `${publicUrl}${pagePath.city(loc.uid, { dayType, type })}`;
	const items = events.map((event) => itemHtml(event, publicUrl, lang));
	const list = items.length === 0 ? `<p>${say.words_embed_none}</p>` : `<ul>${items.join('')}</ul>`;
	return {
		title: `${title} · ${site}`,
		content: `<h1>${link(page, title)}</h1>${list}<p>${link(page, fill(say.words_embed_more, { site }))}</p>`,
	};
}

export function addEmbedRoute(
	app: FastifyInstance,
	{ settings: { publicUrl, timeZone }, brand, reader, documents, clock }: Parts,
): void {
	type EmbedRequest = { Params: { uid: string }; Querystring: Record<string, unknown> };
	app.get<EmbedRequest>(serverPatterns.embed, async (request, reply) => {
		const shown = brand();
		if (!shown.surfaces.includes('embed')) throw notFound();
		const { name: site } = shown;
		const { uid } = request.params;
		const options = optionsSchema.parse(request.query);
		const { day_type, type, count, lang, theme } = options;
		const readList = async () => {
			try {
				const loc = await reader.findLoc(uid);
				if (loc === null) throw new ProblemError('not_found', 'There is no such city.');
				const filters = { loc: loc.id, day_type, type: type === 'all' ? undefined : type };
				const today = dayAt(clock(), timeZone);
				const sent = await reader.cards(filters, paging.maxCount);
				const events = sent.filter((event) => isListed(event, day_type, today));
				return { status: 200, list: { loc, events: sortByTimes(events).slice(0, count) } };
			} catch (error) {
				if (!hasReason(error, 'sign_in_required')) throw error;
				return { status: error.problem.status, list: null };
			}
		};
		const showSignIn = (): Shown => {
			const { words_embed_closed: closed, words_embed_sign_in: signIn } = words[lang];
			const page = `${publicUrl}${pagePath.city(uid)}`;
			return { title: site, content: `<p>${closed}</p><p>${link(page, fill(signIn, { site }))}</p>` };
		};
		const writeEmbed = ({ status, list }: Awaited<ReturnType<typeof readList>>) => {
			const { title, content } =
				list === null ? showSignIn() : showList(list.loc, list.events, options, { publicUrl, site });
			const style = embedStyle(shown);
			const document = `<!doctype html>${htmlTag(lang, ` data-theme="${theme}"`)}<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${style}</style></head><body>${content}</body></html>`;
			return { document, status, policy: documentPolicy([style], '*') };
		};
		const key = ['embed', uid, options, shown.version];
		const source = { request, ttlMs: cacheTtlMs, read: readList, write: writeEmbed };
		const embed = await documents.get(key, source);
		reply
			.code(embed.status)
			.removeHeader('x-frame-options')
			.header('cross-origin-resource-policy', 'cross-origin')
			.header('content-security-policy', embed.policy)
			.header('cache-control', embed.status === 200 ? 'public, max-age=300' : 'no-store')
			.type('text/html; charset=utf-8');
		return sendCached(request, reply, embed);
	});
}
