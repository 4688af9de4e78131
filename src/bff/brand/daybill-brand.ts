/** The brand of a Daybill without a folder of its own. */
import { surfaces } from '../../contract/bff-api/brand.ts';
import { locales } from '../../contract/bff-api/preferences.ts';
import { listedTypes } from '../../contract/spec/filters.ts';
import { type Brand, byLocale, type Localized } from './brand.ts';
import { daybillHeadTags } from './head-tags.ts';
import { daybillPalettes } from './palettes.ts';

/** At the end of every footer. */
export const sourceNote: Localized = {
	en: 'Events come from the connected events service.',
	'zh-Hans': '活动信息来自所接入的活动服务。',
	'zh-Hant': '活動資訊來自所連接的活動服務。',
	ja: 'イベントは、接続先のイベントサービスから提供されています。',
	ko: '이벤트는 연결된 이벤트 서비스에서 제공합니다.',
	es: 'Los eventos vienen del servicio de eventos conectado.',
	fr: 'Les événements viennent du service d’événements connecté.',
	de: 'Die Veranstaltungen kommen vom verbundenen Veranstaltungsdienst.',
	'pt-BR': 'Os eventos vêm do serviço de eventos conectado.',
	ar: 'الفعاليات من خدمة الفعاليات المتصلة.',
};

const headTags = daybillHeadTags(daybillPalettes);

export const daybillBrand: Brand = {
	origin: 'daybill',
	version: 'daybill',
	name: 'Daybill',
	shortName: 'Daybill',
	wordmark: ['Day', 'bill'],
	logos: [],
	tagline: null,
	notes: [sourceNote],
	surfaces,
	types: listedTypes,
	links: [],
	contact: null,
	city: null,
	locale: locales[0],
	isDark: false,
	palettes: daybillPalettes,
	style: '',
	headTags: byLocale(() => headTags),
	files: new Map(),
	drawnLogo: null,
	picture: null,
	legal: {},
};
