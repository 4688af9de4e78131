/** Words by language. The BFF reads them here, the app through its message compiler (decision 14). */
import type { Locale } from '../bff-api/preferences.ts';
import ar from './ar.json' with { type: 'json' };
import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import ja from './ja.json' with { type: 'json' };
import ko from './ko.json' with { type: 'json' };
import ptBR from './pt-BR.json' with { type: 'json' };
import zhHans from './zh-Hans.json' with { type: 'json' };
import zhHant from './zh-Hant.json' with { type: 'json' };

export const words: Readonly<Record<Locale, Readonly<typeof en>>> = {
	en,
	'zh-Hans': zhHans,
	'zh-Hant': zhHant,
	ja,
	ko,
	es,
	fr,
	de,
	'pt-BR': ptBR,
	ar,
};

/** Fills placeholders such as `{city}`. */
export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
	text.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);
