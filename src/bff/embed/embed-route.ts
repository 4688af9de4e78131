/**
 * `/embed/cities/:uid?day_type&type&lang&theme&count`: a small list for other sites in an iframe. One HTML document
 * without scripts or cookies, which any site may frame; its links open in a new tab.
 */
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { imageUrl } from '../../contract/bff-api/pictures.ts';
import { type Locale, locales } from '../../contract/bff-api/preferences.ts';
import type { PublicEvent } from '../../contract/event/event.ts';
import { initialsOf } from '../../contract/event/initials.ts';
import type { Loc } from '../../contract/event/loc.ts';
import { escapeHtml } from '../../contract/event/plain-text.ts';
import { pagePath, serverPatterns } from '../../contract/paths.ts';
import { type DayType, dayTypes, type EventType, eventTypes } from '../../contract/spec/filters.ts';
import { formatStart } from '../../contract/words/format-start.ts';
import { listTitle } from '../../contract/words/list-title.ts';
import { words } from '../../contract/words/words.ts';
import { htmlTag } from '../http/html-tag.ts';
import { ProblemError } from '../http/problem.ts';
import { nextTurn } from '../http/turns.ts';
import { isIdentifier } from '../reads/identifier.ts';
import type { PublicReader } from '../reads/public-reader.ts';
import { isSignInRequired } from '../service/rejection-problem.ts';
import type { BffSettings } from '../settings.ts';

/** Colours of the types, as in the app (`tokens.css`): by day and by night. */
const tints: Readonly<Record<Exclude<EventType, 'all'>, string>> = {
	music: '#7a1fa2,#d59bf0',
	film: '#8a4b00,#f2b366',
	drama: '#a3123b,#ff8fa8',
	commonweal: '#1e6b32,#86d39a',
	salon: '#1b5aa0,#8fc1f5',
	exhibition: '#00646b,#74d2d8',
	party: '#a61877,#f79bd6',
	sports: '#2f5d00,#b0d870',
	travel: '#9a3d00,#ffb087',
	others: '#52525b,#c2c2cc',
};
const tintRules = Object.entries(tints).map(
	([type, tint]) => `[data-type=${type}]{--tint:light-dark(${tint})}`,
);

const style = `:root{color-scheme:light dark}:root[data-theme=light]{color-scheme:light}:root[data-theme=dark]{color-scheme:dark}
body{margin:0;padding:.75rem;font:15px/1.45 system-ui,"Noto Sans SC",sans-serif;background:light-dark(#f7f2e8,#15130f);color:light-dark(#1a1712,#f3ecdf)}
h1{font-size:1.1rem;margin:0 0 .5rem;border-bottom:3px double;padding-bottom:.5rem}ul{list-style:none;margin:0;padding:0}
li{display:grid;grid-template-columns:48px 1fr;gap:.75rem;padding:.6rem 0;border-bottom:1px solid light-dark(#d8cdb9,#3d372d)}
li>span{position:relative;display:grid;place-content:center;width:48px;height:64px;overflow:hidden;border-radius:4px;background:var(--tint);color:light-dark(#fffdf8,#15130f);font-weight:800}
li img{position:absolute;inset:0;width:48px;height:64px;object-fit:cover}a{color:inherit;font-weight:700}
p{margin:0;color:light-dark(#5c5448,#b9ae9c);font-size:.875rem}:focus-visible{outline:3px solid light-dark(#b3240f,#ff7a5c)}${tintRules.join('')}`;
const styleHash = createHash('sha256').update(style).digest('base64');

interface Messages {
	none: string;
	more: string;
	/** In place of the list, where the service does not show it to strangers, and the link beside it. */
	closed: string;
	signIn: string;
}

const messages: Readonly<Record<Locale, Messages>> = {
	en: {
		none: 'No events yet.',
		more: 'See more on Daybill',
		closed: 'Sign in to see these events.',
		signIn: 'Sign in on Daybill',
	},
	'zh-Hans': {
		none: '还没有活动。',
		more: '在 Daybill 查看更多',
		closed: '登录后查看这些活动。',
		signIn: '前往 Daybill 登录',
	},
	'zh-Hant': {
		none: '還沒有活動。',
		more: '在 Daybill 看更多',
		closed: '登入後查看這些活動。',
		signIn: '前往 Daybill 登入',
	},
	ja: {
		none: 'イベントはまだありません。',
		more: 'Daybillでもっと見る',
		closed: 'イベントを見るにはログインしてください。',
		signIn: 'Daybillにログイン',
	},
	ko: {
		none: '아직 이벤트가 없어요.',
		more: 'Daybill에서 더 보기',
		closed: '이 이벤트를 보려면 로그인하세요.',
		signIn: 'Daybill에 로그인',
	},
	es: {
		none: 'Aún no hay eventos.',
		more: 'Ver más en Daybill',
		closed: 'Inicia sesión para ver estos eventos.',
		signIn: 'Iniciar sesión en Daybill',
	},
	fr: {
		none: 'Pas encore d’événements.',
		more: 'Voir plus sur Daybill',
		closed: 'Connectez-vous pour voir ces événements.',
		signIn: 'Se connecter sur Daybill',
	},
	de: {
		none: 'Noch keine Veranstaltungen.',
		more: 'Mehr auf Daybill',
		closed: 'Melde dich an, um diese Veranstaltungen zu sehen.',
		signIn: 'Bei Daybill anmelden',
	},
	'pt-BR': {
		none: 'Nenhum evento ainda.',
		more: 'Ver mais no Daybill',
		closed: 'Entre para ver estes eventos.',
		signIn: 'Entrar no Daybill',
	},
	ar: {
		none: 'لا فعاليات بعد.',
		more: 'المزيد على Daybill',
		closed: 'سجّل الدخول لترى هذه الفعاليات.',
		signIn: 'سجّل الدخول في Daybill',
	},
};

const defaultCount = 8;
const maxCount = 20;

interface Options {
	dayType: DayType;
	type: EventType;
	locale: Locale;
	theme: 'light' | 'dark' | 'system';
	count: number;
}

/** Options of the query; a word that is none of the known ones falls back to the default. */
function readOptions(query: Record<string, unknown>): Options {
	const count = Math.trunc(Number(query.count ?? defaultCount)) || defaultCount;
	return {
		dayType: dayTypes.find((each) => each === query.day_type) ?? 'week',
		type: eventTypes.find((each) => each === query.type) ?? 'all',
		locale: locales.find((each) => each === query.lang) ?? 'en',
		theme: query.theme === 'dark' || query.theme === 'light' ? query.theme : 'system',
		count: Math.min(maxCount, Math.max(1, count)),
	};
}

const link = (href: string, text: string) =>
	`<a href="${escapeHtml(href)}" target="_blank" rel="noopener">${escapeHtml(text)}</a>`;

function itemHtml(
	{ id, title, begin, address, posters, type }: PublicEvent,
	publicUrl: string,
	locale: Locale,
): string {
	const poster = posters.at(-1);
	const picture =
		poster === undefined
			? ''
			: `<img src="${escapeHtml(imageUrl(poster, 96))}" alt="" width="48" height="64" loading="lazy">`;
	// The initials are behind the picture, and seen where it is missing or broken.
	const tint = type !== null && Object.hasOwn(tints, type) ? type : 'others';
	const sheet = `<span data-type="${tint}" aria-hidden="true">${escapeHtml(initialsOf(title))}${picture}</span>`;
	const when = begin === null ? '' : formatStart(begin, locale);
	return `<li>${sheet}<div>${link(`${publicUrl}${pagePath.event(id)}`, title)}<p>${escapeHtml(when)}</p><p>${escapeHtml(address)}</p></div></li>`;
}

/** @param content HTML */
const pageHtml = (title: string, content: string, { locale, theme }: Options): string =>
	`<!doctype html>${htmlTag(locale, ` data-theme="${theme}"`)}<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${style}</style></head><body>${content}</body></html>`;

function listHtml(loc: Loc, events: readonly PublicEvent[], options: Options, publicUrl: string): string {
	const { dayType, type, locale } = options;
	const { none, more } = messages[locale];
	const { [`words_${dayType}` as const]: days, [`words_type_${type}` as const]: kind } = words[locale];
	const title = listTitle(loc.name, { type }, days, kind);
	const page = `${publicUrl}${pagePath.city(loc.uid, { dayType, type })}`;
	const items = events.map((event) => itemHtml(event, publicUrl, locale));
	const list = items.length === 0 ? `<p>${none}</p>` : `<ul>${items.join('')}</ul>`;
	return pageHtml(
		`${title} · Daybill`,
		`<h1>${link(page, title)}</h1>${list}<p>${link(page, more)}</p>`,
		options,
	);
}

function closedHtml(uid: string, options: Options, publicUrl: string): string {
	const { closed, signIn } = messages[options.locale];
	return pageHtml(
		'Daybill',
		`<p>${closed}</p><p>${link(`${publicUrl}${pagePath.city(uid)}`, signIn)}</p>`,
		options,
	);
}

export function addEmbedRoute(
	app: FastifyInstance,
	{ publicUrl }: Pick<BffSettings, 'publicUrl'>,
	reader: PublicReader,
): void {
	/** @throws ProblemError not_found, or the reason why the events cannot be read */
	const readList = async (uid: string, options: Options): Promise<string> => {
		const loc = isIdentifier(uid) ? await reader.findLoc(uid) : null;
		if (loc === null) throw new ProblemError('not_found', 'There is no such city.');
		const { dayType, type, count } = options;
		const filters = { loc: loc.id, day_type: dayType, type: type === 'all' ? undefined : type };
		return listHtml(loc, await reader.events(filters, count), options, publicUrl);
	};

	app.get<{ Params: { uid: string }; Querystring: Record<string, unknown> }>(
		serverPatterns.embed,
		async (request, reply) => {
			await nextTurn();
			const { uid } = request.params;
			const options = readOptions(request.query);
			const html = await readList(uid, options).catch((error: unknown) => {
				if (!isSignInRequired(error)) throw error;
				reply.code(error.problem.status);
				return closedHtml(uid, options, publicUrl);
			});
			return reply
				.removeHeader('x-frame-options')
				.header('cross-origin-resource-policy', 'cross-origin')
				.header(
					'content-security-policy',
					`default-src 'none'; style-src 'sha256-${styleHash}'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *`,
				)
				.header('cache-control', reply.statusCode === 200 ? 'public, max-age=300' : 'no-store')
				.type('text/html; charset=utf-8')
				.send(html);
		},
	);
}
