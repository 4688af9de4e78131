/** The pages of an event and of a user (`alt` and `adapt_url`, Spec §2.1, §2.2). */
import { decodeHTML } from 'entities';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { WireEvent } from '../../contract/spec/resources.ts';
import { msOf } from '../dates.ts';
import type { ListOf } from '../events/event-store.ts';
import { avatarPath, posterPath } from '../image-routes.ts';
import type { User } from '../oauth/users.ts';
import { ServiceError } from '../requests/service-error.ts';
import type { Sandbox } from '../sandbox.ts';
import {
	escapeHtml,
	fill,
	htmlPage,
	type PageWords,
	pagePath,
	pagePatterns,
	pageWordsFor,
	sendPage,
} from './html.ts';

/** An event's dates, such as “Saturday, November 21, 2026 at 7:30 – 9:30 PM”. */
function formatTimes({ begin_time, end_time }: WireEvent, { locale }: PageWords): string {
	const format = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' });
	return format.formatRange(msOf(begin_time), msOf(end_time));
}

/** An event's text, without markup if it is HTML. The result must still be escaped. */
function plainText(content: string): string {
	if (!content.startsWith('<')) return content;
	const text = content
		.replaceAll(/<script[^<>]*>[^<]*<\/script>/g, '')
		.replaceAll(/<br>|<\/p>/g, '\n')
		.replaceAll(/<[^<>]*>/g, '');
	return decodeHTML(text);
}

function eventPage(event: WireEvent, words: PageWords): string {
	const { title, owner } = event;
	const rows: [name: string, html: string][] = [
		[words.when, escapeHtml(formatTimes(event, words))],
		[words.where, escapeHtml([event.address, event.loc_name].filter((each) => each !== '').join(', '))],
		[words.by, `<a href="${escapeHtml(pagePath('user', owner.id))}">${escapeHtml(owner.name)}</a>`],
		[words.type, escapeHtml(words.types[event.category as keyof PageWords['types']])],
		[words.number, escapeHtml(event.id)],
		[words.going, String(event.participant_count)],
		[words.interested, String(event.wisher_count)],
	];
	return htmlPage(
		words.locale,
		title,
		`<h1>${escapeHtml(title)}</h1><img src="${escapeHtml(posterPath('medium', event.category ?? 'others', event.id))}" alt="" width="480" height="640">
<dl>${rows.map(([name, html]) => `<dt>${name}</dt><dd>${html}</dd>`).join('')}</dl>
<p class="text">${escapeHtml(plainText(event.content))}</p>`,
		'wide',
	);
}

/** @param events created by the user, newest first */
function userPage({ id, name, uid }: User, { items, total }: ListOf<WireEvent>, words: PageWords): string {
	const entries = items.map(
		(event) =>
			`<li><a href="${escapeHtml(pagePath('event', event.id))}">${escapeHtml(event.title)}</a><br><span class="who">${escapeHtml(formatTimes(event, words))}</span></li>`,
	);
	const list = items.length === 0 ? `<p>${words.noEvents}</p>` : `<ul>${entries.join('')}</ul>`;
	const more = total - items.length;
	return htmlPage(
		words.locale,
		name,
		`<h1>${escapeHtml(name)} <span class="who">${escapeHtml(uid)}</span></h1><img src="${escapeHtml(avatarPath(id))}" alt="" width="192" height="192">
<h2>${fill(words.eventsOf, { name: escapeHtml(name) })}</h2>${list}${more > 0 ? `<p>${fill(words.more, { count: String(more) })}</p>` : ''}`,
		'wide',
	);
}

const maxListed = 20;

const notFoundPage = ({ locale, notFound, notFoundText }: PageWords): string =>
	htmlPage(locale, notFound, `<h1>${notFound}</h1><p>${notFoundText}</p>`);

type PageRequest = FastifyRequest<{ Params: { id: string } }>;

/** Private events have no page. */
export function addPageRoutes(app: FastifyInstance, { events, users }: Sandbox): void {
	const show = (
		request: FastifyRequest,
		reply: FastifyReply,
		page: (words: PageWords) => string,
	): FastifyReply => {
		const words = pageWordsFor(request);
		try {
			return sendPage(reply, page(words));
		} catch (error) {
			if (!(error instanceof ServiceError)) throw error;
			return sendPage(reply, notFoundPage(words), { status: 404 });
		}
	};
	const showEvent = async (request: PageRequest, reply: FastifyReply) =>
		show(request, reply, (words) => eventPage(events.event(request.params.id, ''), words));
	app.get(pagePatterns.event, showEvent);
	app.get(pagePatterns.mobileEvent, showEvent);
	app.get(pagePatterns.user, async (request: PageRequest, reply) =>
		show(request, reply, (words) => {
			const user = users.find(request.params.id);
			const page = { start: 0, count: maxListed };
			return userPage(user, events.created(user.id, page, ''), words);
		}),
	);
}
