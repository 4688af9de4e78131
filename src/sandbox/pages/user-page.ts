/** The page of a user (`alt`, Spec §2.2): name, picture and the events that the user created. */
import type { Event } from '../../contract/event/event.ts';
import { escapeHtml as text } from '../../contract/event/plain-text.ts';
import { fill } from '../../contract/words/words.ts';
import type { User } from '../users.ts';
import { formatTimes } from './event-page.ts';
import { htmlPage } from './html.ts';
import { pagePath } from './page-paths.ts';
import type { PageWords } from './page-words.ts';

/**
 * @param events created by the user, newest first
 * @param total number of all events that the user created
 * @param avatarPath path of the avatar at this origin
 */
export function userPage(
	{ name, uid }: User,
	{ events, total }: { events: readonly Event[]; total: number },
	avatarPath: string,
	say: PageWords,
): string {
	const items = events.map(
		(event) =>
			`<li><a href="${text(pagePath('event', event.id))}">${text(event.title)}</a><br><span class="who">${text(formatTimes(event, say))}</span></li>`,
	);
	const more = total - events.length;
	return htmlPage(
		say.locale,
		name,
		`<h1>${text(name)} <span class="who">${text(uid)}</span></h1><img src="${text(avatarPath)}" alt="" width="192" height="192">
<h2>${fill(say.eventsOf, { name: text(name) })}</h2>${items.length === 0 ? `<p>${say.noEvents}</p>` : `<ul>${items.join('')}</ul>`}${more > 0 ? `<p>${fill(say.more, { count: String(more) })}</p>` : ''}`,
		'wide',
	);
}
