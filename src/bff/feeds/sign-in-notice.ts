/**
 * The calendar of a person who has to sign in again: the session is over, and the service shows their events to nobody
 * else. It has one event, today, that says so.
 *
 * Calendar apps keep the last version when a request fails, and show no error. People would rely on a calendar that is no
 * longer updated. This way they see what to do, and their events are there again at the next update after the sign-in.
 * While the service cannot be reached the request fails all the same: that passes without anyone doing anything.
 */
import ical from 'ical-generator';
import { type Day, dayStartMs } from '../../contract/event/wall-clock.ts';
import { pagePath } from '../../contract/paths.ts';

/** Apps that fetch a calendar do not say in which language. */
const words = {
	summary: (site: string) => `Sign in to ${site} again · 请重新登录 ${site}`,
	description:
		'To see your events here, sign in again. They come back when this calendar is next updated.\n重新登录后，下次更新日历时就能看到你的活动。',
};

/** @returns the calendar as text */
export function signInNotice(
	today: Day,
	{
		name,
		publicUrl,
		refreshHours,
	}: {
		/** Name of the brand. */
		name: string;
		publicUrl: string;
		/** Hours after which a subscriber should fetch the calendar again. */
		refreshHours: number;
	},
): string {
	const start = new Date(dayStartMs(today));
	const url = `${publicUrl}${pagePath.me('participated')}`;
	const calendar = ical({
		prodId: { company: name, product: name, language: 'EN' },
		name,
		ttl: refreshHours * 3_600,
	});
	calendar.createEvent({
		id: `sign-in@${new URL(publicUrl).host}`,
		start,
		allDay: true,
		stamp: start,
		summary: words.summary(name),
		description: `${words.description}\n\n${url}`,
		url,
	});
	return calendar.toString();
}
