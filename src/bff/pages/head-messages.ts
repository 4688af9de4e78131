/** Titles and descriptions of pages in each language. The BFF imports nothing of the web app, so it has its own. */
import type { Locale } from '../../contract/bff-api/preferences.ts';
import type { DayType, EventType } from '../../contract/spec/filters.ts';

export interface HeadMessages {
	/** What Daybill is, for previews of pages without a description of their own. */
	description: string;
	cities: string;
	noSuchPage: string;
	noSuchCity: string;
	noSuchEvent: string;
	/** Description of a city's page without filters. */
	cityDescription(city: string): string;
	/** Title and description of a city's list. @param type null for all types */
	cityList(city: string, dayType: DayType, type: Exclude<EventType, 'all'> | null): string;
}

const dayTypes: Record<Locale, Record<DayType, string>> = {
	en: {
		today: 'today',
		tomorrow: 'tomorrow',
		weekend: 'this weekend',
		week: 'this week',
		future: 'coming up',
	},
	'zh-Hans': { today: '今天', tomorrow: '明天', weekend: '本周末', week: '本周', future: '即将开始' },
};

const types: Record<Locale, Record<Exclude<EventType, 'all'>, string>> = {
	en: {
		music: 'Music',
		film: 'Film',
		drama: 'Drama',
		commonweal: 'Commonweal',
		salon: 'Salon',
		exhibition: 'Exhibition',
		party: 'Party',
		sports: 'Sports',
		travel: 'Travel',
		others: 'Others',
	},
	'zh-Hans': {
		music: '音乐',
		film: '电影',
		drama: '戏剧',
		commonweal: '公益',
		salon: '讲座',
		exhibition: '展览',
		party: '聚会',
		sports: '运动',
		travel: '旅行',
		others: '其他',
	},
};

export const headMessages: Readonly<Record<Locale, HeadMessages>> = {
	en: {
		description: 'What is on in your city: today, this weekend, in music or film.',
		cities: 'Choose your city',
		noSuchPage: 'There is no such page',
		noSuchCity: 'This city is not known',
		noSuchEvent: 'This event is not there',
		cityDescription: (city) => `${city}: what is on today, this weekend, in music or film.`,
		cityList: (city, dayType, type) =>
			`${city}: ${type === null ? '' : `${types.en[type]}, `}${dayTypes.en[dayType]}`,
	},
	'zh-Hans': {
		description: '看看你的城市有什么活动：今天、本周末，音乐或电影。',
		cities: '选择你的城市',
		noSuchPage: '没有这个页面',
		noSuchCity: '没有找到这个城市',
		noSuchEvent: '找不到这场活动',
		cityDescription: (city) => `${city}的活动：今天、本周末，音乐或电影。`,
		cityList: (city, dayType, type) =>
			`${city}：${dayTypes['zh-Hans'][dayType]}${type === null ? '' : ` · ${types['zh-Hans'][type]}`}`,
	},
};
