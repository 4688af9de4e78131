/** Titles and texts of the seeded events, generated from their templates. */
import type { Template } from './event-templates.ts';
import type { Random } from './random.ts';
import type { LocalNames, VenueKind } from './venues.ts';
import { words } from './words.ts';

type Words = Readonly<Record<string, readonly string[]>>;

/** Fills in the placeholders of a title and its text with the same words. @param names of places in the city */
export function createFill(names: LocalNames, random: Random): (text: string) => string {
	const lists: Words = { ...words, ...names };
	const chosen = new Map<string, string>();
	const choose = (key: string): string => {
		const kept = chosen.get(key);
		if (kept !== undefined) return kept;
		const name = key.replace(/\d$/, '');
		const other = name === key ? undefined : chosen.get(name);
		const word = random.pick((lists[name] ?? []).filter((each) => each !== other));
		chosen.set(key, word);
		return word;
	};
	return (text) => text.replaceAll(/\{(\w+)\}/g, (_, key: string) => choose(key));
}

type Language = 'en' | 'zh';

const languageOf = (text: string): Language => (/[，。]/.test(text) ? 'zh' : 'en');

/** Kinds of venues with seats in front of a stage. */
const seated: readonly VenueKind[] = ['stage', 'hall', 'club'];

/** A time of day as text, such as 19:30. @param hour for example 19.5 */
const clock = (hour: number): string =>
	`${String(Math.floor(hour)).padStart(2, '0')}:${hour % 1 === 0 ? '00' : '30'}`;

const hoursIn: Record<Language, (hours: number) => string> = {
	en: (hours) => (hours === 1 ? 'one hour' : `${hours} hours`),
	zh: (hours) => `${hours} 小时`,
};

function timesIn(language: Language, { at, days }: Template, start: number, hours: number): string | null {
	if (days !== undefined) return null;
	const long = hoursIn[language](hours);
	const doors = clock(start - 0.5);
	if (language === 'zh')
		return seated.includes(at)
			? `${doors} 入场，${clock(start)} 开始，约 ${long}，${hours >= 2 ? '中场休息十五分钟' : '中间不休息'}。`
			: `${clock(start)} 开始，约 ${long}。`;
	return seated.includes(at)
		? `Doors open at ${doors}, the start is at ${clock(start)}. It lasts about ${long}, ${hours >= 2 ? 'with an interval' : 'without an interval'}.`
		: `We start at ${clock(start)} and need about ${long}.`;
}

/** Whether attendance is unlimited. */
const hasRoom = ({ at, days }: Template) => days !== undefined || at === 'yard' || at === 'gallery';

function priceIn(language: Language, template: Template, price: number): string {
	if (price === 0 && hasRoom(template)) return language === 'zh' ? '免费入场。' : 'Entry is free.';
	if (price === 0)
		return language === 'zh' ? '免费，名额有限，请先报名。' : 'Free. Places are limited, so please register.';
	const door = price + (price >= 200 ? 60 : 20);
	return language === 'zh'
		? `票价：预售 ¥${price}，现场 ¥${door}。`
		: `Tickets: ¥${price} in advance, ¥${door} at the door.`;
}

const outdoors: readonly VenueKind[] = ['park', 'yard'];
const practical: Record<Language, { inside: readonly string[]; outside: readonly string[] }> = {
	en: {
		inside: [
			'Step-free access from the courtyard; write to us if you need a seat kept.',
			'Photographs are welcome, flash is not. Please keep phones silent.',
			'The metro is ten minutes away on foot. There is room for bicycles in the yard.',
		],
		outside: [
			'We go ahead in light rain. If it pours, we write to everyone by noon.',
			'Bring water and a warm layer. There are lockers near the meeting point.',
		],
	},
	zh: {
		inside: [
			'场地有无障碍通道，如需预留座位请提前留言。',
			'可以拍照，请关闭闪光灯，并将手机静音。',
			'距最近的地铁站步行约十分钟，院内可停自行车。',
		],
		outside: ['小雨照常，大雨当天中午前通知改期。', '请自备饮用水和外套，集合点附近有储物柜。'],
	},
};
const more: Record<Language, string> = {
	en: 'Full program and notes: https://events.example/notes',
	zh: '更多介绍：https://events.example/notes',
};

export interface TextFacts {
	/** Start time in hours. */
	start: number;
	hours: number;
	/** In yuan. */
	price: number;
}

/** A text with line breaks, in the template's language. @param about the template's own text, filled in */
export function makeContent(
	template: Template,
	about: string,
	{ start, hours, price }: TextFacts,
	random: Random,
): string {
	const language = languageOf(template.about);
	const place = outdoors.includes(template.at) ? 'outside' : 'inside';
	const facts = [timesIn(language, template, start, hours), priceIn(language, template, price)];
	const paragraphs = [about, facts.filter((each) => each !== null).join('\r\n')];
	if (random.chance(0.8)) paragraphs.push(random.pick(practical[language][place]));
	if (random.chance(0.25)) paragraphs.push(more[language]);
	return paragraphs.join('\r\n\r\n');
}

/** HTML as live services send it, including scripts that must never run. */
export function makeHtmlContent(title: string, content: string): string {
	const paragraphs = content.split('\r\n\r\n').map((each) => `<p>${each.replaceAll('\r\n', '<br>')}</p>`);
	return `<div><p><b>${title}</b></p><p>Program<br>Part one<br>Part two</p>${paragraphs.join('')}<img src="https://img.example/inline.jpg" onerror="document.title='run'" alt="inside the hall"><p><a href="https://events.example/more">More about it</a> <a href="javascript:document.title='run'">tickets</a></p><script>document.title='run'</script></div>`;
}
