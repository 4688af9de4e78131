import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router';
import { type Locale, locales, type Theme, themes } from '../../../contract/bff-api/preferences.ts';
import { pagePath, pagePatterns } from '../../../contract/paths.ts';
import { m, reader } from '../../i18n/messages.ts';
import { lastCity } from '../../shared/last-city.ts';
import { usePageData } from '../../shared/page-data.tsx';
import { PageHeading } from '../../shared/page-heading.tsx';
import controls from '../../ui/controls.module.css';
import { changeLocale, localeNames } from './language.ts';
import css from './settings-page.module.css';
import { setTheme, storedTheme } from './theme.ts';

export function SettingsPage() {
	/** Changes immediately, while the page is still reloading. */
	const [language, setLanguage] = useState(reader.locale);
	const { isDark } = usePageData().settings.brand;
	const [theme, setThemeState] = useState(storedTheme);
	const city = lastCity();
	return (
		<div className={css.page}>
			<PageHeading title={m.words_settings()} />
			{!isDark && (
				<Choice<Theme>
					legend={m.app_theme()}
					options={themes}
					name={(each) => m[`app_theme_${each}`]()}
					value={theme}
					onChange={(next) => {
						setTheme(next);
						setThemeState(next);
					}}
				/>
			)}
			<details className={css.languages}>
				<summary>
					{m.app_language()}: <span lang={language}>{localeNames[language]}</span>
				</summary>
				<Choice<Locale>
					// The summary already names the list.
					legend={<span className={controls.hidden}>{m.app_language()}</span>}
					options={locales}
					name={(each) => <span lang={each}>{localeNames[each]}</span>}
					value={language}
					onChange={(next) => {
						setLanguage(next);
						void changeLocale(next);
					}}
				/>
			</details>
			<section className={css.group}>
				<h2>{m.app_your_city()}</h2>
				<p>{city === null ? m.app_no_city() : <Link to={pagePath.city(city.uid)}>{city.name}</Link>}</p>
				<Link className={controls.button} to={pagePatterns.cities}>
					{city === null ? m.words_choose_city() : m.app_change_city()}
				</Link>
			</section>
		</div>
	);
}

interface ChoiceProps<Option extends string> {
	legend: ReactNode;
	options: readonly Option[];
	name: (option: Option) => ReactNode;
	value: Option;
	onChange: (option: Option) => void;
}

function Choice<Option extends string>({ legend, options, name, value, onChange }: ChoiceProps<Option>) {
	const group = useId();
	return (
		<fieldset className={css.group}>
			<legend>{legend}</legend>
			{options.map((option) => (
				<label key={option} className={css.option}>
					<input type="radio" name={group} checked={option === value} onChange={() => onChange(option)} />
					{name(option)}
				</label>
			))}
		</fieldset>
	);
}
