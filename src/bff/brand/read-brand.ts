import path from 'node:path';
import markdownIt from 'markdown-it';
import { type BrandLogo, type LegalPage, legalPages, surfaces } from '../../contract/bff-api/brand.ts';
import { type Locale, locales } from '../../contract/bff-api/preferences.ts';
import { brandPath, serverPatterns } from '../../contract/paths.ts';
import { listedTypes } from '../../contract/spec/filters.ts';
import { type Brand, type BrandFile, byLocale, localize, localizedWord } from './brand.ts';
import { type BrandJson, checkBrandJson } from './brand-json.ts';
import { BrandError, type BrandFolder, openFolder } from './folder.ts';
import { brandStyle, headTags, manifestOf } from './head-tags.ts';
import { palettesOf } from './palettes.ts';

const kilobyte = 1024;
const maxBytes = {
	json: 256 * kilobyte,
	logo: 256 * kilobyte,
	icon: 1024 * kilobyte,
	image: 2048 * kilobyte,
	font: 2048 * kilobyte,
	legal: 256 * kilobyte,
} as const;

/** `header` is in CSS pixels; `card` is in image pixels, twice the height drawn on the preview card. */
const logoHeight = { header: 40, card: 128 };

const mediaTypes: Readonly<Record<string, string>> = {
	'.svg': 'image/svg+xml',
	'.png': 'image/png',
	'.jpg': 'image/jpeg',
	'.jpeg': 'image/jpeg',
	'.webp': 'image/webp',
	'.woff2': 'font/woff2',
	'.webmanifest': 'application/manifest+json',
};

/**
 * Escapes HTML in legal texts, so that scripts in them can't run. Images are off because nothing would serve
 * their files. Links such as `javascript:` stay text.
 */
const markdown = markdownIt({ html: false, linkify: true }).disable('image');

function parseJson(text: Buffer | undefined, problems: string[]) {
	if (text === undefined) return undefined;
	try {
		return checkBrandJson(JSON.parse(text.toString('utf8')), problems);
	} catch (error) {
		if (!(error instanceof SyntaxError)) throw error;
		problems.push(`brand.json: not valid JSON: ${error.message}`);
		return undefined;
	}
}

async function readLegal(json: Pick<BrandJson, 'legal'>, { read }: BrandFolder): Promise<Brand['legal']> {
	const legal: Partial<Record<LegalPage, Partial<Record<Locale, string>>>> = {};
	for (const page of legalPages) {
		for (const locale of locales) {
			const file = json.legal?.[page]?.[locale];
			if (file === undefined) continue;
			const text = await read(`brand.json: legal.${page}.${locale}`, file, maxBytes.legal);
			if (text !== undefined)
				legal[page] = { ...legal[page], [locale]: markdown.render(text.toString('utf8')) };
		}
	}
	return legal;
}

/** @throws BrandError listing every mistake */
export async function readBrand(folder: string): Promise<Brand> {
	const problems: string[] = [];
	const source = await openFolder(folder, problems);
	const json = parseJson(await source.read('the folder', 'brand.json', maxBytes.json), problems);
	if (json === undefined) throw new BrandError(folder, problems);
	const palettes = palettesOf(json.colors, problems);
	const isDark = palettes.dark === palettes.light;

	const files = new Map<string, BrandFile>();
	const add = (name: string, body: Buffer) =>
		files.set(name, { type: mediaTypes[path.extname(name)] ?? 'application/octet-stream', body });
	/** @returns undefined if `brand.json` names no such file, or the file can't be read */
	const addFrom = async (
		where: string,
		file: string | undefined,
		kind: keyof typeof maxBytes,
		name: string,
	) => {
		if (file === undefined) return undefined;
		const body = await source.read(`brand.json: ${where}`, file, maxBytes[kind]);
		if (body === undefined) return undefined;
		const stored = name + path.extname(file).toLowerCase();
		add(stored, body);
		return { file: stored, body };
	};

	const { makeIcons, toPng, widthAt } = await import('./images.ts');
	const orProblem = <Value>(where: 'icon' | 'logo' | 'darkLogo', work: Promise<Value>) =>
		work.catch((error: Error) => void problems.push(`brand.json: ${where}: ${json[where]} ${error.message}`));
	const addLogo = async (where: 'logo' | 'darkLogo') => {
		const logo = await addFrom(where, json[where], 'logo', where);
		const width = logo && (await orProblem(where, widthAt(logoHeight.header, logo.body)));
		return logo && width ? [{ ...logo, width }] : [];
	};
	const [light, dark] = [await addLogo('logo'), await addLogo('darkLogo')];
	const logos = isDark && dark.length > 0 ? dark : [...light, ...dark];
	const icon = await addFrom('icon', json.icon, 'icon', 'icon');
	const icons = icon && (await orProblem('icon', makeIcons(icon.body, palettes.light.paper)));
	for (const [name, body] of Object.entries(icons ?? {})) add(name, body);
	const image = await addFrom('image', json.image, 'image', 'image');
	for (const [index, { file }] of (json.fonts?.files ?? []).entries())
		await addFrom(`fonts.files[${index}].file`, file, 'font', `font-${index}`);
	const legal = await readLegal(json, source);
	if (problems.length > 0) throw new BrandError(folder, problems);

	const version = source.version();
	const url = (file: string) => brandPath(version, file);
	const { name, shortName = name, wordmark = [name, ''], contact = null } = json;
	const locale = json.defaultLanguage ?? locales[0];
	const tagline = json.tagline === undefined ? null : localize(json.tagline, locale);
	const svgIcon = files.has('icon.svg') ? url('icon.svg') : undefined;
	const manifestFile = (each: Locale) => `manifest-${each}.webmanifest`;
	for (const each of locales) {
		const manifest = manifestOf(each, {
			name,
			shortName,
			description: tagline?.[each],
			palettes,
			svgIcon,
			url,
		});
		add(manifestFile(each), Buffer.from(manifest));
	}
	const style = brandStyle(json, palettes, (index) => url(`font-${index}.woff2`));
	const links = (json.links ?? []).map(({ label, url: href }) => ({ label: localize(label, locale), href }));
	const legalLinks = legalPages
		.filter((page) => legal[page] !== undefined)
		.map((page) => ({ label: localizedWord(`words_legal_${page}`), href: serverPatterns[page] }));
	return {
		version,
		name,
		wordmark,
		logos: logos.map(({ file, width }, index): BrandLogo => {
			const scheme = index === 0 ? 'light' : 'dark';
			return { src: url(file), width, height: logoHeight.header, ...(logos.length === 2 ? { scheme } : {}) };
		}),
		tagline,
		notes: [...(tagline === null ? [] : [tagline]), localizedWord('words_source_note')],
		surfaces: json.surfaces ?? surfaces,
		types: [...new Set([...(json.types ?? []), ...listedTypes])],
		links: [...links, ...legalLinks],
		contact: contact === null || contact.includes('://') ? contact : `mailto:${contact}`,
		city: json.defaultCity ?? null,
		locale,
		isDark,
		palettes,
		style,
		headTags: byLocale((each) =>
			headTags(palettes, {
				pngIcon: url('icon-32.png'),
				svgIcon,
				appleIcon: url('icon-180.png'),
				manifest: url(manifestFile(each)),
				style,
			}),
		),
		files,
		drawnLogo: logos[0] === undefined ? null : await toPng(logos[0].body, logoHeight.card),
		image: image === undefined ? null : url(image.file),
		legal,
	};
}
