/**
 * The responses of a long-running service of this kind, modelled on recorded ones: events full of HTML, image names
 * with underscores, absent flags, extra fields, and mostly events that run for months. The days are relative to now.
 */

const day = 86_400_000;

/** `YYYY-MM-DD HH:MM:SS` on the wall clock of the cities, eight hours ahead of UTC. */
export const wallClock = (ms: number): string =>
	new Date(ms + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

export const locs = [
	{ parent: 'china', habitable: 'yes', id: '108288', name: '北京', uid: 'beijing' },
	{ parent: 'china', habitable: 'yes', id: '108296', name: '上海', uid: 'shanghai' },
	{ parent: 'guangdong', habitable: 'yes', id: '118281', name: '广州', uid: 'guangzhou' },
	{ parent: 'guangdong', habitable: 'yes', id: '130001', name: '开平', uid: '130001' },
] as const;

const districts = [
	{ name: '朝阳区', id: '129182' },
	{ name: '东城区', id: '129181' },
] as const;
export const listExtras = { districts } as const;

const image = (name: string) => `https://img1.recorded.example/pview/event_poster/${name}.jpg`;

export const people = ['1221', '2044', '3075', '51789'].map((id) => ({
	avatar: `https://img3.recorded.example/icon/u${id}-1.jpg`,
	alt: `https://www.recorded.example/people/${id}/`,
	id,
	name: `豆友${id}`,
	uid: id === '1221' ? 'ahbei' : id,
}));

/** The person whose token the service knows. */
export const signedInUserId = '1221';

/** The recorded kinds of events; `course` is not in the specification's list. */
const kinds = [
	{ category: 'music', category_name: '音乐', subcategory_name: '小型现场', days: [0, 0] },
	{ category: 'exhibition', category_name: '展览', days: [-40, 90] },
	{ category: 'drama', category_name: '戏剧', subcategory_name: '话剧', days: [-10, 80] },
	{ category: 'course', category_name: '课程', days: [-3, 60] },
	{ category: 'salon', category_name: '讲座', days: [1, 1] },
	{ category: 'film', category_name: '电影', subcategory_name: '主题放映', days: [-20, 30] },
	{ category: 'party', category_name: '聚会', days: [5, 5] },
	{ category: 'travel', category_name: '旅行', days: [-90, -60] },
] as const;

const content = (title: string) =>
	`<div class="intro"><span style="color:red">${title}</span><br/><br/><img src="${image('content')}" onerror="alert(1)"><br>` +
	'<a href="http://www.recorded.example/redirect">报名</a><br/>'.repeat(12) +
	'<iframe height=498 width=510 src="http://player.recorded.example/embed/1" frameborder=0></iframe><script>window.recorded=true</script></div>';

export interface RecordedEvent {
	readonly id: string;
	readonly loc_id: string;
	readonly category: string;
	readonly begin_time: string;
	readonly end_time: string;
	readonly owner: { readonly id: string; readonly [field: string]: unknown };
	readonly [field: string]: unknown;
}

/** @param now milliseconds since 1970 */
export function recordEvents(now: number): RecordedEvent[] {
	const today = Math.floor((now + day / 3) / day) * day - day / 3;
	return locs.flatMap((loc, city) =>
		Array.from({ length: loc.uid === 'beijing' ? 32 : 8 }, (_, index): RecordedEvent => {
			const kind = kinds[index % kinds.length] ?? kinds[0];
			const [from, to] = kind.days;
			const shift = Math.floor(index / kinds.length);
			const id = String(30_930_000 + city * 100 + index);
			const title = `${kind.category_name} No.${index + 1}【${loc.name}】`;
			const isSite = index % 4 === 3;
			return {
				...kind,
				days: undefined,
				id,
				title,
				content: content(title),
				begin_time: wallClock(today + (from + shift) * day + 19.5 * 3_600_000),
				end_time: wallClock(today + (to + shift) * day + 22 * 3_600_000),
				time_str: '2018.07.29 周日 起',
				address: `${loc.name} 朝阳区 798艺术区`,
				// One in eight has no real place, as in the recorded service.
				geo: index % 8 === 5 ? '0 0' : '39.935715 116.408653',
				loc_id: loc.id,
				loc_name: loc.name,
				owner: {
					...(people[index % people.length] ?? people[0]),
					id: people[index % people.length]?.id ?? signedInUserId,
					large_avatar: 'https://img3.recorded.example/icon/up1.jpg',
					type: isSite ? 'site' : 'user',
					...(isSite ? {} : { is_banned: false, is_suicide: false }),
				},
				album: '1672302181',
				image: image(`medium/${id}`),
				image_hlarge: image(`hlarge/${id}`),
				image_lmobile: image(`lmobile/${id}`),
				alt: `https://www.recorded.example/event/${id}/`,
				adapt_url: `https://www.recorded.example/event/${id}/`,
				url: `https://www.recorded.example/event/${id}/`,
				uri: `recorded://event/${id}`,
				can_invite: 'no',
				has_ticket: false,
				label: null,
				tags: index % 2 === 0 ? '' : '现场,北京',
				price_range: '80.00 - 280.00',
				fee_str: '80元起',
			};
		}),
	);
}
