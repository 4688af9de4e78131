/** Services whose event fields have other forms, or whose filters have other meanings. */
import { dayMs, formatTime } from '../../../src/conformance/read.ts';
import { personLists } from '../../../src/contract/spec/operations.ts';
import { onBody, onEvents, onLocs, onResponse } from '../service/changes.ts';
import { type Fields, inOrder, isFields } from '../service/messages.ts';
import { isList, operationOf } from '../service/operation.ts';
import type { Lawful } from './lawful.ts';

const flagNames = ['is_priv', 'has_invited', 'can_invite'] as const;

export const flagsAreDigits: Lawful = {
	does: 'Flags are the strings `1` and `0`.',
	create() {
		const change = (fields: Fields, name: string) => {
			fields[name] = fields[name] === 'yes' ? '1' : '0';
		};
		return inOrder(
			onEvents((event) => {
				for (const name of flagNames) change(event, name);
			}),
			onLocs((loc) => change(loc, 'habitable')),
		);
	},
};

export const flagsAbsent: Lawful = {
	does: 'Events have no flags but additional fields, some of them null; the count of a list is the requested one.',
	create: () =>
		inOrder(
			onEvents((each) => {
				for (const name of flagNames) delete each[name];
				Object.assign(each, {
					...{ label: null, tags: '', time_str: '2018.07.29 周日 起', price_range: '80.00 - 280.00' },
					...{ has_ticket: false, subcategory_name: '小型现场', uri: `events://event/${String(each.id)}` },
				});
			}),
			onResponse(({ status, body }, request) => {
				if (status === 200 && isList(operationOf(request)) && isFields(body))
					body.count = Number(request.query.get('count') ?? 20);
			}),
		),
};

export const textsAreHtml: Lawful = {
	does: 'The text of every event is HTML.',
	create: () =>
		onEvents((each) => {
			each.content = `<div class="intro"><p>${String(each.title)}</p></div>`;
		}),
};

/** Checks of the elements of event lists. */
const eventLists = ['listEvents', ...personLists].map((name) => `${name}.events`);

export const imagesHaveUnderscores: Lawful = {
	does: 'The large images are called `image_hlarge` and `image_lmobile`.',
	departs: ['event.image-hlarge', 'event.image-lmobile', ...eventLists],
	create: () =>
		onEvents((each) => {
			each.image_hlarge = each['image-hlarge'];
			each.image_lmobile = each['image-lmobile'];
			delete each['image-hlarge'];
			delete each['image-lmobile'];
		}),
};

export const formsAreUnusual: Lawful = {
	does: 'Flags are null, coordinates have signs and exponents, images are data URLs.',
	open: ['event.is_priv', 'event.image'],
	create: () =>
		onEvents((each) => {
			for (const name of flagNames) each[name] = null;
			each.geo = String(each.geo).replace(/\S+/g, (number) => `+${Number(number).toExponential()}`);
			each.image = 'data:image/png;base64,AAAA';
		}),
};

export const endsBeforeBegin: Lawful = {
	does: 'Events end before they begin.',
	open: ['event.order'],
	create: () =>
		onEvents((each) => {
			each.end_time = '2001-01-01 00:00:00';
		}),
};

export const neverEnd: Lawful = {
	does: 'Events end in the year 9999.',
	create: () =>
		onEvents((each) => {
			each.end_time = '9999-12-31 23:59:59';
		}),
};

/** Monday of the calendar week and the next Monday, as wall-clock times of the sandbox's cities. */
function weekOf(now: number) {
	const today = Math.floor((now + 8 * 3_600_000) / dayMs) * dayMs;
	const monday = today - ((new Date(today).getUTCDay() + 6) % 7) * dayMs;
	return { monday: formatTime(monday), nextMonday: formatTime(monday + 7 * dayMs) };
}

export const timesAreUtc: Lawful = {
	does: 'Times are in UTC, although days are those of the city, and so a night is in the lists of two days.',
	create: () =>
		inOrder(
			onEvents((each) => {
				for (const name of ['begin_time', 'end_time'])
					each[name] = formatTime(Date.parse(`${String(each[name]).replace(' ', 'T')}Z`) - 8 * 3_600_000);
			}),
			onBody('listEvents', ({ events }, { query }) => {
				const now = Date.now() + 8 * 3_600_000;
				const [today, tomorrow] = [now, now + dayMs].map((ms) => formatTime(ms).slice(0, 10));
				const night = { begin_time: `${today} 22:00:00`, end_time: `${tomorrow} 01:00:00` };
				const [first] = events as [Fields];
				if (['today', 'tomorrow'].includes(query.get('day_type') ?? '')) Object.assign(first, night);
			}),
		),
};

export const weekHasPastEvents: Lawful = {
	does: 'The week is the calendar week, including past events.',
	create: () =>
		onBody('listEvents', (list, { query }) => {
			if (query.get('day_type') !== 'week') return;
			const { monday, nextMonday } = weekOf(Date.now());
			const [first, ...others] = list.events as Fields[];
			const begin_time = monday.replace('00:00:00', '19:00:00');
			list.events = [
				{ ...first, begin_time, end_time: begin_time.replace('19', '21') },
				...others.filter((event) => String(event.begin_time) < nextMonday),
			];
		}),
};
