import type { PublicBrand } from '../../contract/bff-api/brand.ts';
import type { Locale } from '../../contract/bff-api/preferences.ts';
import type { Brand } from './brand.ts';

/** What the app needs of a brand, for a page in a language. */
export function publicBrand(brand: Brand, locale: Locale): PublicBrand {
	const { name, wordmark, logos, notes, surfaces, types, links, contact, city, isDark } = brand;
	return {
		name,
		wordmark,
		logos,
		notes: notes.map((note) => note[locale]),
		surfaces,
		types,
		links: links.map(({ label, href }) => ({ label: label[locale], href })),
		contact,
		city,
		isDark,
	};
}
