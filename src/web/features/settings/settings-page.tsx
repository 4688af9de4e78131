import { useEffect, useRef, useState } from 'react';
import {
	type Locale,
	locales,
	preferenceCookies,
	type Theme,
	themes,
} from '../../../contract/bff-api/preferences.ts';
import { pagePath, pagePatterns } from '../../../contract/paths.ts';
import { langOf } from '../../i18n/lang-of.ts';
import { m, reader } from '../../i18n/messages.ts';
import { useLastCity } from '../../shared/last-city.ts';
import { usePageData } from '../../shared/page-data.tsx';
import { PageHeading } from '../../shared/page-heading.tsx';
import { saveChoice } from '../../shared/preference-cookies.ts';
import { tellWorker } from '../../shared/session/session-data.ts';
import { tabStorage } from '../../shared/storage.ts';
import { Button } from '../../ui/button.tsx';
import controls from '../../ui/controls.module.css';
import { Link } from '../../ui/link.tsx';
import { NeedsScripts } from '../../ui/needs-scripts.tsx';
import { useInBrowser } from '../../ui/use-in-browser.ts';
import css from './settings-page.module.css';
import { setTheme, storedTheme } from './theme.ts';

export function SettingsPage() {
	const { isDark } = usePageData().settings.brand;
	const city = useLastCity();
	return (
		<div className={css.page}>
			<PageHeading title={m.words_settings()} />
			<NeedsScripts />
			{!isDark && <Themes />}
			<Languages />
			<section className={css.group}>
				<h2>{m.app_your_city()}</h2>
				<p>
					{city === null ? (
						m.app_no_city()
					) : (
						<Link to={pagePath.city(city.uid)} lang={langOf(city.name)}>
							{city.name}
						</Link>
					)}
				</p>
				<Link className={controls.button} to={pagePatterns.cities}>
					{city === null ? m.words_choose_city() : m.app_change_city()}
				</Link>
			</section>
		</div>
	);
}

function Themes() {
	const stored = useInBrowser() ? storedTheme() : null;
	const [current = stored, setCurrent] = useState<Theme>();
	const choose = (theme: Theme) => {
		setTheme(theme);
		setCurrent(theme);
	};
	return (
		<section className={css.group} aria-labelledby="settings-theme" data-scripted>
			<h2 id="settings-theme">{m.app_theme()}</h2>
			<p className={controls.row}>
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

const changeKey = 'daybill.language-changed';

/** Whether the page was loaded because of a new choice. True only once. */
function takeLocaleChange(): boolean {
	const isChanged = tabStorage.read(changeKey) !== null;
	tabStorage.write(changeKey, null);
	return isChanged;
}

/** Saves the choice and reloads the page, because a page has messages in only one language. */
async function changeLocale(next: Locale): Promise<void> {
	saveChoice(preferenceCookies.locale, next);
	tabStorage.write(changeKey, next);
	try {
		await tellWorker({ type: 'LANGUAGE_CHANGED' });
	} finally {
		window.location.reload();
	}
}

/** Buttons, because arrow keys would choose each radio button on the way, and a choice reloads the page (WCAG 3.2.2). */
function Languages() {
	const list = useRef<HTMLDetailsElement>(null);
	/** Changes immediately, while the page is still reloading. */
	const [current, setCurrent] = useState(reader.locale);
	useEffect(() => {
		if (list.current === null || !takeLocaleChange()) return;
		list.current.open = true;
		list.current.querySelector<HTMLElement>('[aria-current]')?.focus();
	}, []);
	const choose = (locale: Locale) => {
		setCurrent(locale);
		void changeLocale(locale);
	};
	return (
		<details ref={list} className={css.group} data-scripted>
			<summary>
				{m.app_language()}: <span lang={current}>{localeNames[current]}</span>
			</summary>
			<ul className={controls.row}>
				{locales.map((locale) => (
					<li key={locale}>
						<Button lang={locale} aria-current={locale === current || undefined} onTap={() => choose(locale)}>
							{localeNames[locale]}
						</Button>
					</li>
				))}
			</ul>
		</details>
	);
}
