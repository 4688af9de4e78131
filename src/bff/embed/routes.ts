/**
 * `/embed/cities/:uid?day_type&type&lang&theme&count`: a small list for other sites in an iframe. One HTML document
 * without scripts or cookies, which any site may frame; its links open in a tab of their own.
 */
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { dayTypes, eventTypes } from '../../contract/filters.ts';
import type { Event } from '../../contract/resources.ts';
import { imageAddress } from '../../contract/session.ts';
import { oneLine } from '../feeds/plain-text.ts';
import { escapeHtml } from '../pages/template.ts';
import { ProblemError } from '../problem.ts';
import type { PublicReader } from '../proxy/public-reader.ts';
import type { BffSettings } from '../settings.ts';

const style = `:root{color-scheme:light dark}:root[data-theme=light]{color-scheme:light}:root[data-theme=dark]{color-scheme:dark}
body{margin:0;padding:.75rem;font:15px/1.45 system-ui,"Noto Sans SC",sans-serif;background:light-dark(#f7f2e8,#15130f);color:light-dark(#1a1712,#f3ecdf)}
h1{font-size:1.1rem;margin:0 0 .5rem;border-bottom:3px double;padding-bottom:.5rem}ul{list-style:none;margin:0;padding:0}
li{display:grid;grid-template-columns:48px 1fr;gap:.75rem;padding:.6rem 0;border-bottom:1px solid light-dark(#d8cdb9,#3d372d)}
img{width:48px;height:64px;object-fit:cover;border-radius:4px;background:light-dark(#d8cdb9,#3d372d)}a{color:inherit;font-weight:700}
p{margin:0;color:light-dark(#5c5448,#b9ae9c);font-size:.875rem}:focus-visible{outline:3px solid light-dark(#b3240f,#ff7a5c)}`;
const styleHash = createHash('sha256').update(style).digest('base64');

const words = {
	en: { none: 'Nothing is listed.', more: 'More on Daybill', locale: 'en-GB' },
	'zh-Hans': { none: '暂无活动。', more: '在 Daybill 查看更多', locale: 'zh-CN' },
} as const;
type Language = keyof typeof words;

const defaultCount = 8;
const mostCount = 20;

function whenOf({ begin_time }: Event, language: Language): string {
	const ms = Date.parse(`${String(begin_time).replace(' ', 'T')}Z`);
	if (Number.isNaN(ms)) return '';
	return new Intl.DateTimeFormat(words[language].locale, {
		timeZone: 'UTC',
		weekday: 'short',
		day: 'numeric',
		month: 'short',
		hour: '2-digit',
		minute: '2-digit',
		hourCycle: 'h23',
	}).format(ms);
}

export function addEmbedRoute(
	app: FastifyInstance,
	{ publicUrl }: Pick<BffSettings, 'publicUrl'>,
	reader: PublicReader,
): void {
	app.get<{ Params: { uid: string }; Querystring: Record<string, unknown> }>(
		'/embed/cities/:uid',
		async (request, reply) => {
			const { query } = request;
			const language: Language = query.lang === 'zh-Hans' ? 'zh-Hans' : 'en';
			const theme = query.theme === 'dark' || query.theme === 'light' ? query.theme : 'system';
			const day_type = dayTypes.find((each) => each === query.day_type) ?? 'week';
			const type = eventTypes.find((each) => each === query.type && each !== 'all');
			const wanted = Math.trunc(Number(query.count ?? defaultCount)) || defaultCount;
			const count = Math.min(mostCount, Math.max(1, wanted));
			const loc = /^[\w~-]{1,64}$/.test(request.params.uid) ? await reader.findLoc(request.params.uid) : null;
			if (loc === null) throw new ProblemError('not_found', 'There is no such city.');
			const list = await reader.events({ loc: loc.id, day_type, type }, count);
			const page = `${publicUrl}/cities/${encodeURIComponent(loc.uid)}?day_type=${day_type}${type === undefined ? '' : `&type=${type}`}`;
			const link = (href: string, text: string) =>
				`<a href="${escapeHtml(href)}" target="_blank" rel="noopener">${escapeHtml(text)}</a>`;
			const items = (list?.events ?? []).map((event) => {
				const image = typeof event.image === 'string' && event.image !== '' ? event.image : undefined;
				const picture =
					image === undefined
						? '<span></span>'
						: `<img src="${escapeHtml(imageAddress(image, 96))}" alt="" width="48" height="64" loading="lazy">`;
				const address = `${publicUrl}/events/${encodeURIComponent(event.id)}`;
				return `<li>${picture}<div>${link(address, oneLine(event.title))}<p>${escapeHtml(whenOf(event, language))}</p><p>${escapeHtml(oneLine(event.address))}</p></div></li>`;
			});
			const { none, more } = words[language];
			const html = `<!doctype html><html lang="${language}" data-theme="${theme}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(loc.name)} · Daybill</title><style>${style}</style></head><body><h1>${link(page, loc.name)}</h1>${items.length === 0 ? `<p>${none}</p>` : `<ul>${items.join('')}</ul>`}<p>${link(page, more)}</p></body></html>`;
			return reply
				.removeHeader('x-frame-options')
				.header('cross-origin-resource-policy', 'cross-origin')
				.header(
					'content-security-policy',
					`default-src 'none'; style-src 'sha256-${styleHash}'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *`,
				)
				.header('cache-control', 'public, max-age=300')
				.type('text/html; charset=utf-8')
				.send(html);
		},
	);
}
