/** Reads a brand from its folder (decision 0041): `brand.json`, and the files that it names. */
import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { type BrandPicture, type LegalPage, legalPages, surfaces } from '../../contract/bff-api/brand.ts';
import { type Locale, locales } from '../../contract/bff-api/preferences.ts';
import { brandPath, serverPatterns } from '../../contract/paths.ts';
import { type ListedType, listedTypes } from '../../contract/spec/filters.ts';
import { type Brand, type BrandFile, byLocale, localize } from './brand.ts';
import { type BrandJson, checkBrandJson } from './brand-json.ts';
import { sourceNote } from './daybill-brand.ts';
import { BrandError, openFolder, type ReadBrandFile } from './folder.ts';
import { brandHeadTags, brandStyle } from './head-tags.ts';
import { legalHtml, legalTitles } from './legal-text.ts';
import { manifestOf } from './manifest.ts';
import { palettesOf } from './palettes.ts';
import { fitHeight, makeIcons, rasterize } from './pictures.ts';

const kilobyte = 1024;
const maxBytes = {
	json: 256 * kilobyte,
	logo: 256 * kilobyte,
	icon: 1024 * kilobyte,
	picture: 2048 * kilobyte,
	font: 2048 * kilobyte,
	legal: 256 * kilobyte,
} as const;

/** CSS pixels of a logo in the header. */
const logoHeight = 40;

/** Pixels of a logo in a picture, where it may be enlarged. */
const drawnLogoHeight = 128;

const mediaTypes: Readonly<Record<string, string>> = {
	'.svg': 'image/svg+xml',
	'.png': 'image/png',
	'.jpg': 'image/jpeg',
	'.jpeg': 'image/jpeg',
	'.webp': 'image/webp',
	'.woff2': 'font/woff2',
};

const extensionOf = (file: string): string => path.extname(file).toLowerCase();

const fileOf = (name: string, body: Buffer): BrandFile => ({
	type: mediaTypes[extensionOf(name)] ?? 'application/octet-stream',
	body,
});

/** What the folder has, read but not yet named by URLs, which need the version of it all. */
interface Contents {
	json: BrandJson;
	/** By the last segment of their URL. */
	files: Map<string, BrandFile>;
	logos: readonly (Omit<BrandPicture, 'src'> & { file: string })[];
	fonts: readonly { file: string; family: string; weight: string | undefined; style: string | undefined }[];
	picture: string | null;
	legal: Brand['legal'];
}

async function readJson(read: ReadBrandFile, problems: string[]): Promise<BrandJson | undefined> {
	const text = (await read('the folder', 'brand.json', maxBytes.json))?.toString('utf8');
	if (text === undefined) return undefined;
	try {
		return checkBrandJson(JSON.parse(text), problems);
	} catch (error) {
		if (!(error instanceof SyntaxError)) throw error;
		problems.push(`brand.json: is not JSON: ${error.message}`);
		return undefined;
	}
}

async function readLegal(json: BrandJson, read: ReadBrandFile): Promise<Brand['legal']> {
	const legal: Partial<Record<LegalPage, Partial<Record<Locale, string>>>> = {};
	for (const page of legalPages) {
		for (const locale of locales) {
			const file = json.legal?.[page]?.[locale];
			if (file === undefined) continue;
			const text = await read(`brand.json: legal.${page}.${locale}`, file, maxBytes.legal);
			if (text !== undefined) legal[page] = { ...legal[page], [locale]: legalHtml(text.toString('utf8')) };
		}
	}
	return legal;
}

/** Reads the files that `brand.json` names. @param problems gets a line for each that is missing or wrong */
async function readContents(
	json: BrandJson,
	background: string,
	read: ReadBrandFile,
	problems: string[],
): Promise<Contents> {
	const files = new Map<string, BrandFile>();
	const isWrong = (where: string, file: string, error: unknown) =>
		void problems.push(
			`brand.json: ${where}: ${file} ${error instanceof Error ? error.message : String(error)}`,
		);
	const add = async (where: string, file: string | undefined, name: string, most: number) => {
		if (file === undefined) return null;
		const body = await read(`brand.json: ${where}`, file, most);
		if (body === undefined) return null;
		const stored = `${name}${extensionOf(file)}`;
		files.set(stored, fileOf(stored, body));
		return { stored, body };
	};
	const addLogo = async (where: 'logo' | 'darkLogo') => {
		const { [where]: file } = json;
		const added = await add(where, file, where, maxBytes.logo);
		if (added === null) return [];
		const size = await fitHeight(added.body, logoHeight).catch((error: unknown) =>
			isWrong(where, file ?? '', error),
		);
		return size ? [{ file: added.stored, ...size }] : [];
	};

	const icon = await add('icon', json.icon, 'icon', maxBytes.icon);
	if (icon !== null) {
		const made = await makeIcons(icon.body, background).catch((error: unknown) =>
			isWrong('icon', json.icon, error),
		);
		for (const { name, body } of made ?? []) files.set(name, fileOf(name, body));
	}
	const [light, dark] = [await addLogo('logo'), await addLogo('darkLogo')];
	const picture = await add('picture', json.picture, 'picture', maxBytes.picture);
	const fonts: Contents['fonts'][number][] = [];
	for (const [index, { file, family, weight, style }] of (json.fonts?.files ?? []).entries()) {
		const added = await add(`fonts.files[${index}].file`, file, `font-${index}`, maxBytes.font);
		if (added !== null) fonts.push({ file: added.stored, family, weight, style });
	}
	const hasTwoLogos = light.length > 0 && dark.length > 0;
	return {
		json,
		files,
		logos: hasTwoLogos
			? [
					...light.map((logo) => ({ ...logo, scheme: 'light' as const })),
					...dark.map((logo) => ({ ...logo, scheme: 'dark' as const })),
				]
			: [...light, ...dark],
		fonts,
		picture: picture?.stored ?? null,
		legal: await readLegal(json, read),
	};
}

/** A hash of everything in it, for URLs that never change what they mean. */
function versionOf({ json, files, legal }: Contents): string {
	const hash = createHash('sha256').update(JSON.stringify([json, legal]));
	for (const [name, { body }] of files) hash.update(name).update(body);
	return hash.digest('base64url').slice(0, 12);
}

function linksOf({ links = [] }: BrandJson, legal: Brand['legal'], locale: Locale): Brand['links'] {
	return [
		...links.map(({ label, url }) => ({ label: localize(label, locale), href: url })),
		...legalPages
			.filter((page) => legal[page] !== undefined)
			.map((page) => ({ label: legalTitles[page], href: serverPatterns[page] })),
	];
}

/** All types, those first that a brand names. A service's own have no place of their own in the app. */
const orderedTypes = (first: readonly string[]): ListedType[] => [
	...new Set([...first.flatMap((word) => listedTypes.filter((type) => type === word)), ...listedTypes]),
];

const contactUrl = (contact: string): string => (contact.includes('://') ? contact : `mailto:${contact}`);

/**
 * @param folder path of the folder
 * @throws BrandError with every mistake
 */
export async function readBrand(folder: string): Promise<Brand> {
	const problems: string[] = [];
	const isFolder = await stat(folder).then(
		(entry) => entry.isDirectory(),
		() => false,
	);
	if (!isFolder) throw new BrandError(folder, ['BRAND_DIR: there is no such folder']);
	const read = await openFolder(folder, problems);
	const json = await readJson(read, problems);
	if (json === undefined) throw new BrandError(folder, problems);
	const { palettes, isAlwaysDark } = palettesOf(json.colors, problems);
	const contents = await readContents(json, palettes.light.paper, read, problems);
	if (problems.length > 0) throw new BrandError(folder, problems);

	const { files, legal, picture } = contents;
	const { name, shortName = name, wordmark = [name, ''] } = json;
	const locale = json.defaultLanguage ?? locales[0];
	const tagline = json.tagline === undefined ? null : localize(json.tagline, locale);
	const version = versionOf(contents);
	const url = (file: string) => brandPath(version, file);
	// A site that is always dark has the logo for that.
	const ownLogos = contents.logos.filter(({ scheme }) => !isAlwaysDark || scheme !== 'light');
	const shownLogo = files.get(ownLogos[0]?.file ?? '');
	const logos = ownLogos.map(({ file, ...logo }): BrandPicture => ({ src: url(file), ...logo }));
	const hasVectorIcon = files.has('icon.svg');
	const style = brandStyle(json, {
		palettes,
		isAlwaysDark,
		faces: contents.fonts.map(({ file, ...face }) => ({ src: url(file), ...face })),
		hasTwoLogos: logos.length === 2,
	});
	const manifest = (each: Locale) => `manifest-${each}.webmanifest`;
	for (const each of locales) {
		const body = manifestOf(each, {
			name,
			shortName,
			description: tagline?.[each] ?? null,
			background: palettes.light.paper,
			theme: palettes.light.vermilion,
			url,
			hasVectorIcon,
		});
		files.set(manifest(each), { type: 'application/manifest+json', body: Buffer.from(body) });
	}
	return {
		origin: 'own',
		version,
		name,
		shortName,
		wordmark,
		logos,
		tagline,
		notes: tagline === null ? [sourceNote] : [tagline, sourceNote],
		surfaces: json.surfaces ?? surfaces,
		types: orderedTypes(json.types ?? []),
		links: linksOf(json, legal, locale),
		contact: json.contact === undefined ? null : contactUrl(json.contact),
		city: json.defaultCity ?? null,
		locale,
		isDark: isAlwaysDark,
		palettes,
		style,
		headTags: byLocale((each) =>
			brandHeadTags(palettes, { url, manifest: manifest(each), hasVectorIcon, style }),
		),
		files,
		drawnLogo: shownLogo === undefined ? null : await rasterize(shownLogo.body, drawnLogoHeight),
		picture: picture === null ? null : url(picture),
		legal,
	};
}
