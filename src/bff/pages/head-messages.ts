/** Descriptions of pages in each language. Their titles are words that the app has too (contract `words`). */
import type { Locale } from '../../contract/bff-api/preferences.ts';

export interface HeadMessages {
	/** What Daybill is, for previews of pages without a description of their own. */
	site: string;
	/** Of a page of `{city}`. */
	city: string;
	/** In place of what the service shows to signed-in people only, where there are no scripts. */
	signIn: string;
}

export const headMessages: Readonly<Record<Locale, HeadMessages>> = {
	en: {
		site: 'What’s on in your city, today and this weekend: music, film, exhibitions and more.',
		city: 'What’s on in {city}, today and this weekend: music, film, exhibitions and more.',
		signIn: 'Sign in to see this page.',
	},
	'zh-Hans': {
		site: '看看你的城市今天和本周末有什么活动：音乐、电影、展览等等。',
		city: '看看{city}今天和本周末有什么活动：音乐、电影、展览等等。',
		signIn: '登录后查看此页面。',
	},
	'zh-Hant': {
		site: '看看你的城市今天和這個週末有什麼活動：音樂、電影、展覽等等。',
		city: '看看{city}今天和這個週末有什麼活動：音樂、電影、展覽等等。',
		signIn: '登入後查看此頁面。',
	},
	ja: {
		site: '今日、そして今週末。音楽、映画、展示など、あなたの街のイベント。',
		city: '今日、そして今週末。音楽、映画、展示など、{city}のイベント。',
		signIn: 'このページを見るにはログインしてください。',
	},
	ko: {
		site: '오늘과 이번 주말, 내 도시에서 열리는 음악, 영화, 전시 등 다양한 이벤트.',
		city: '오늘과 이번 주말, {city}에서 열리는 음악, 영화, 전시 등 다양한 이벤트.',
		signIn: '이 페이지를 보려면 로그인하세요.',
	},
	es: {
		site: 'Qué hacer en tu ciudad, hoy y este fin de semana: música, cine, exposiciones y más.',
		city: 'Qué hacer en {city}, hoy y este fin de semana: música, cine, exposiciones y más.',
		signIn: 'Inicia sesión para ver esta página.',
	},
	fr: {
		site: 'Ce qui se passe dans votre ville, aujourd’hui et ce week-end : musique, cinéma, expositions et plus.',
		city: 'Ce qui se passe à {city}, aujourd’hui et ce week-end : musique, cinéma, expositions et plus.',
		signIn: 'Connectez-vous pour voir cette page.',
	},
	de: {
		site: 'Was in deiner Stadt los ist, heute und am Wochenende: Musik, Film, Ausstellungen und mehr.',
		city: 'Was in {city} los ist, heute und am Wochenende: Musik, Film, Ausstellungen und mehr.',
		signIn: 'Melde dich an, um diese Seite zu sehen.',
	},
	'pt-BR': {
		site: 'O que fazer na sua cidade, hoje e neste fim de semana: música, cinema, exposições e mais.',
		city: 'O que fazer em {city}, hoje e neste fim de semana: música, cinema, exposições e mais.',
		signIn: 'Entre para ver esta página.',
	},
	ar: {
		site: 'ما يجري في مدينتك اليوم وفي نهاية هذا الأسبوع: موسيقى وأفلام ومعارض وغيرها.',
		city: 'ما يجري في {city} اليوم وفي نهاية هذا الأسبوع: موسيقى وأفلام ومعارض وغيرها.',
		signIn: 'سجّل الدخول لترى هذه الصفحة.',
	},
};
