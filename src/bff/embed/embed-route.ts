/**
 * `/embed/cities/:uid?day_type&type&lang&theme&count`: a small list for other sites in an iframe. One HTML document
 * without scripts or cookies, which any site may frame; its links open in a new tab.
 */
import type { FastifyInstance } from 'fastify';
import { imageUrl } from '../../contract/bff-api/images.ts';
import { type Locale, locales } from '../../contract/bff-api/preferences.ts';
import type { PublicEvent } from '../../contract/event/event.ts';
import { initialsOf } from '../../contract/event/initials.ts';
import type { Loc } from '../../contract/event/loc.ts';
import { escapeHtml } from '../../contract/event/plain-text.ts';
import { pagePath, serverPatterns } from '../../contract/paths.ts';
import {
	type DayType,
	dayTypes,
	type EventType,
	eventTypes,
	listedType,
} from '../../contract/spec/filters.ts';
import { formatStart } from '../../contract/words/format-start.ts';
import { listTitle } from '../../contract/words/list-title.ts';
import { fill, words } from '../../contract/words/words.ts';
import type { CurrentBrand } from '../brand/brand.ts';
import { htmlTag } from '../http/html-tag.ts';
import { ProblemError } from '../http/problem.ts';
import { documentPolicy } from '../http/security-headers.ts';
import type { PublicReader } from '../reads/public-reader.ts';
import { isSignInRequired } from '../reads/service-rejection.ts';
import type { BffSettings } from '../settings.ts';
import { embedStyle } from './embed-style.ts';

interface Messages {
	none: string;
	/** `{site}` is the name of the brand. */
	more: string;
	/** In place of the list, where the service does not show it to strangers, and the link beside it. */
	closed: string;
	signIn: string;
}

const messages: Readonly<Record<Locale, Messages>> = {
	en: {
		none: 'No events yet.',
		more: 'See more on {site}',
		closed: 'Sign in to see these events.',
		signIn: 'Sign in on {site}',
	},
	'zh-Hans': {
		none: '还没有活动。',
		more: '在 {site} 查看更多',
		closed: '登录后查看这些活动。',
		signIn: '前往 {site} 登录',
	},
	'zh-Hant': {
		none: '還沒有活動。',
		more: '在 {site} 看更多',
		closed: '登入後查看這些活動。',
		signIn: '前往 {site} 登入',
	},
	ja: {
		none: 'イベントはまだありません。',
		more: '{site}でもっと見る',
		closed: 'イベントを見るにはログインしてください。',
		signIn: '{site}にログイン',
	},
	ko: {
		none: '아직 이벤트가 없어요.',
		more: '{site}에서 더 보기',
		closed: '이 이벤트를 보려면 로그인하세요.',
		signIn: '{site}에 로그인',
	},
	es: {
		none: 'Aún no hay eventos.',
		more: 'Ver más en {site}',
		closed: 'Inicia sesión para ver estos eventos.',
		signIn: 'Iniciar sesión en {site}',
	},
	fr: {
		none: 'Pas encore d’événements.',
		more: 'Voir plus sur {site}',
		closed: 'Connectez-vous pour voir ces événements.',
		signIn: 'Se connecter sur {site}',
	},
	de: {
		none: 'Noch keine Veranstaltungen.',
		more: 'Mehr auf {site}',
		closed: 'Melde dich an, um diese Veranstaltungen zu sehen.',
		signIn: 'Bei {site} anmelden',
	},
	'pt-BR': {
		none: 'Nenhum evento ainda.',
		more: 'Ver mais no {site}',
		closed: 'Entre para ver estes eventos.',
		signIn: 'Entrar no {site}',
	},
	ar: {
		none: 'لا فعاليات بعد.',
		more: 'المزيد على {site}',
		closed: 'سجّل الدخول لترى هذه الفعاليات.',
		signIn: 'سجّل الدخول في {site}',
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
	const image =
		poster === undefined
			? ''
			: `<img src="${escapeHtml(imageUrl(poster, 96))}" alt="" width="48" height="64" loading="lazy">`;
	// The initials are behind the image, and seen where it is missing or broken.
	const tint = listedType(type);
	const sheet = `<span data-type="${tint}" aria-hidden="true">${escapeHtml(initialsOf(title))}${image}</span>`;
	const when = begin === null ? '' : formatStart(begin, locale);
	return `<li>${sheet}<div>${link(`${publicUrl}${pagePath.event(id)}`, title)}<p>${escapeHtml(when)}</p><p>${escapeHtml(address)}</p></div></li>`;
}

/** What the page is made with besides the events. */
interface Site {
	publicUrl: string;
	/** Name of the brand. */
	site: string;
	style: string;
}

/** @param content HTML */
const pageHtml = (title: string, content: string, { locale, theme }: Options, { style }: Site): string =>
	`<!doctype html>${htmlTag(locale, ` data-theme="${theme}"`)}<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${style}</style></head><body>${content}</body></html>`;

function listHtml(loc: Loc, events: readonly PublicEvent[], options: Options, from: Site): string {
	const { publicUrl, site } = from;
	const { dayType, type, locale } = options;
	const { none, more } = messages[locale];
	const { [`words_${dayType}` as const]: days, [`words_type_${type}` as const]: kind } = words[locale];
	const title = listTitle(loc.name, { type }, days, kind);
	const page = `${publicUrl}${pagePath.city(loc.uid, { dayType, type })}`;
	const items = events.map((event) => itemHtml(event, publicUrl, locale));
	const list = items.length === 0 ? `<p>${none}</p>` : `<ul>${items.join('')}</ul>`;
	return pageHtml(
		`${title} · ${site}`,
		`<h1>${link(page, title)}</h1>${list}<p>${link(page, fill(more, { site }))}</p>`,
		options,
		from,
	);
}

function closedHtml(uid: string, options: Options, from: Site): string {
	const { publicUrl, site } = from;
	const { closed, signIn } = messages[options.locale];
	return pageHtml(
		site,
		`<p>${closed}</p><p>${link(`${publicUrl}${pagePath.city(uid)}`, fill(signIn, { site }))}</p>`,
		options,
		from,
	);
}

export function addEmbedRoute(
	app: FastifyInstance,
	{ publicUrl }: Pick<BffSettings, 'publicUrl'>,
	brand: CurrentBrand,
	reader: PublicReader,
): void {
	/** @throws ProblemError not_found, or the reason why the events cannot be read */
	const readList = async (uid: string, options: Options, from: Site): Promise<string> => {
		const loc = await reader.findLoc(uid);
		if (loc === null) throw new ProblemError('not_found', 'There is no such city.');
		const { dayType, type, count } = options;
		const filters = { loc: loc.id, day_type: dayType, type: type === 'all' ? undefined : type };
		return listHtml(loc, await reader.events(filters, count), options, from);
	};

	app.get<{ Params: { uid: string }; Querystring: Record<string, unknown> }>(
		serverPatterns.embed,
		async (request, reply) => {
			const shown = brand();
			if (!shown.surfaces.includes('embed'))
				throw new ProblemError('not_found', 'There is nothing at this URL.');
			const style = embedStyle(shown);
			const from = { publicUrl, site: shown.name, style };
			const { uid } = request.params;
			const options = readOptions(request.query);
			const html = await readList(uid, options, from).catch((error: unknown) => {
				if (!isSignInRequired(error)) throw error;
				reply.code(error.problem.status);
				return closedHtml(uid, options, from);
			});
			return reply
				.removeHeader('x-frame-options')
				.header('cross-origin-resource-policy', 'cross-origin')
				.header('content-security-policy', documentPolicy([style], '*'))
				.header('cache-control', reply.statusCode === 200 ? 'public, max-age=300' : 'no-store')
				.type('text/html; charset=utf-8')
				.send(html);
		},
	);
}
