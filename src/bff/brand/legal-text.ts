/** Legal pages from Markdown. HTML in it is shown as text, so what an operator writes cannot run as a script. */
import markdownIt from 'markdown-it';
import type { LegalPage } from '../../contract/bff-api/brand.ts';
import type { Localized } from './brand.ts';

/** Titles of the pages, and words of the links to them. */
export const legalTitles: Readonly<Record<LegalPage, Localized>> = {
	privacy: {
		en: 'Privacy',
		'zh-Hans': '隐私政策',
		'zh-Hant': '隱私權政策',
		ja: 'プライバシー',
		ko: '개인정보 처리방침',
		es: 'Privacidad',
		fr: 'Confidentialité',
		de: 'Datenschutz',
		'pt-BR': 'Privacidade',
		ar: 'الخصوصية',
	},
	imprint: {
		en: 'Imprint',
		'zh-Hans': '运营者信息',
		'zh-Hant': '網站資訊',
		ja: '運営者情報',
		ko: '운영자 정보',
		es: 'Aviso legal',
		fr: 'Mentions légales',
		de: 'Impressum',
		'pt-BR': 'Informações legais',
		ar: 'معلومات الناشر',
	},
	terms: {
		en: 'Terms',
		'zh-Hans': '使用条款',
		'zh-Hant': '使用條款',
		ja: '利用規約',
		ko: '이용약관',
		es: 'Condiciones de uso',
		fr: 'Conditions d’utilisation',
		de: 'Nutzungsbedingungen',
		'pt-BR': 'Termos de uso',
		ar: 'شروط الاستخدام',
	},
};

/** A picture would be a file of the folder that nobody serves. Links with a scheme such as `javascript:` are left as text. */
const markdown = markdownIt({ html: false, linkify: true }).disable('image');

/** @returns HTML */
export const legalHtml = (text: string): string => markdown.render(text);
