import { reader } from './messages.ts';

/** Japanese uses Han characters too, so kana are tested first. */
const scripts = [
	[/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja'],
	[/\p{Script=Hangul}/u, 'ko'],
	[/\p{Script=Han}/u, 'zh'],
	[/\p{Script=Arabic}/u, 'ar'],
] as const;

/** Language of a title or name, by its script, for `lang`. Undefined if ambiguous or the page's script. */
export function langOf(text: string): string | undefined {
	const lang = scripts.find(([script]) => script.test(text))?.[1];
	const isHanInJapanese = lang === 'zh' && reader.locale === 'ja';
	return lang === undefined || isHanInJapanese || reader.locale.startsWith(lang) ? undefined : lang;
}
