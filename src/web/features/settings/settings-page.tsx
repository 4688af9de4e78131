import { useLayoutEffect, useRef, useState } from 'react';
import { type PageData, pageDataElementId } from '../../../contract/bff-api/page-data.ts';
import {
	directionOf,
	type Locale,
	locales,
	preferenceCookies,
	type Theme,
	themes,
} from '../../../contract/bff-api/preferences.ts';
import { pagePath, pagePatterns } from '../../../contract/paths.ts';
import { langOf } from '../../i18n/lang-of.ts';
import { loadMessages, m, reader } from '../../i18n/messages.ts';
import { useLastCity } from '../../shared/last-city.ts';
import { parsePageData, usePageData, usePageDataState } from '../../shared/page-data.tsx';
import { PageHeading } from '../../shared/page-heading.tsx';
import { saveChoice } from '../../shared/preference-cookies.ts';
import { tellWorker } from '../../shared/session/session-data.ts';
import { Button } from '../../ui/button.tsx';
import { NeedsScripts } from '../../ui/placeholders.tsx';
import { useInBrowser, useIsInBrowser } from '../../ui/use-in-browser.ts';
import css from './settings-page.module.css';
import { setTheme, storedTheme } from './theme.ts';

export function SettingsPage() {
	const { isDark } = usePageData().settings.brand;
	const city = useLastCity();
	const isInBrowser = useIsInBrowser();
	return (
		<div className={css.page}>
			<PageHeading title={m.words_settings()} />
			<NeedsScripts />
			{!isDark && <Themes />}
			<Languages />
			{/* Not rendered by the server, which doesn't know the city's name. */}
			{isInBrowser && (
				<section className={css.group}>
					<h2>{m.app_your_city()}</h2>
					<p>
						{city === null ? (
							m.app_no_city()
						) : (
							<a href={pagePath.city(city.uid)} lang={langOf(city.name)}>
								{city.name}
							</a>
						)}
					</p>
					<a className="button" href={pagePatterns.cities}>
						{city === null ? m.words_choose_city() : m.app_change_city()}
					</a>
				</section>
			)}
		</div>
	);
}

function Themes() {
	const stored = useInBrowser(storedTheme, null);
	const [current = stored, setCurrent] = useState<Theme>();
	const choose = (theme: Theme) => {
		setTheme(theme);
		setCurrent(theme);
	};
	return (
		<section className={css.group} aria-labelledby="settings-theme" data-scripted>
			<h2 id="settings-theme">{m.app_theme()}</h2>
			<p className="row">
				{themes.map((theme) => (
					<Button key={theme} aria-pressed={theme === current} onTap={() => choose(theme)}>
						{m[`app_theme_${theme}`]()}
					</Button>
				))}
			</p>
		</section>
	);
}

const localeNames: Record<Locale, string> = {
	en: 'English',
	'zh-Hans': '简体中文',
	'zh-Hant': '繁體中文',
	ja: '日本語',
	ko: '한국어',
	es: 'Español',
	fr: 'Français',
	de: 'Deutsch',
	'pt-BR': 'Português (Brasil)',
	ar: 'العربية',
};

/** Saves a language and loads its messages. @returns the page's data, because the brand has texts too */
async function loadLanguage(locale: Locale): Promise<PageData> {
	saveChoice(preferenceCookies.locale, locale);
	await tellWorker({ type: 'LANGUAGE_CHANGED' });
	const html = await (await fetch(pagePatterns.settings)).text();
	const [, data] = html.split(`id="${pageDataElementId}">`);
	const page = parsePageData(data?.split('</script>', 1)[0]);
	await loadMessages(locale, page.formats);
	Object.assign(document.documentElement, { lang: locale, dir: directionOf(locale) });
	return page;
}

/** Whether a language was just chosen. The page then mounts again, with the list open and focused. */
let isChanged = false;

/** Buttons, because a choice changes the page, and arrow keys would choose each radio button they pass (WCAG 3.2.2). */
function Languages() {
	const [, setPage] = usePageDataState();
	const list = useRef<HTMLDetailsElement>(null);
	/** The chosen language, even while it loads. */
	const [current, setCurrent] = useState(reader.locale);
	// With `useEffect`, the list would first be shown closed.
	useLayoutEffect(() => {
		if (list.current === null || !isChanged) return;
		isChanged = false;
		list.current.open = true;
		list.current.querySelector<HTMLElement>('[aria-current]')?.focus();
	}, []);
	const choose = async (locale: Locale) => {
		// Ignores a tap while another language loads.
		if (current !== reader.locale || locale === current) return;
		setCurrent(locale);
		try {
			const page = await loadLanguage(locale);
			isChanged = true;
			setPage(page);
		} catch {
			window.location.reload();
		}
	};
	return (
		<details ref={list} className={css.group} data-scripted>
			<summary>
				{m.app_language()}: <span lang={current}>{localeNames[current]}</span>
			</summary>
			<ul className="row">
				{locales.map((locale) => (
					<li key={locale}>
						<Button
							lang={locale}
							aria-current={locale === current || undefined}
							onTap={() => void choose(locale)}
						>
							{localeNames[locale]}
						</Button>
					</li>
				))}
			</ul>
		</details>
	);
}
