import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import markdownIt from 'markdown-it';
import { type BrandLogo, type LegalPage, legalPages, surfaces } from '../../contract/bff-api/brand.ts';
import { type Locale, locales } from '../../contract/bff-api/preferences.ts';
import { brandPath, serverPatterns } from '../../contract/paths.ts';
import { listedTypes } from '../../contract/spec/filters.ts';
import { type Brand, type BrandFile, byLocale, localize, localizedWord } from './brand.ts';
import { parseBrandJson } from './brand-json.ts';
import {
	brandStyle,
	link,
	manifestOf,
	manifestType,
	pngIcon,
	svgIcon,
	svgIconLink,
	themeColors,
} from './head-tags.ts';
import { palettesOf } from './palettes.ts';

const maxKilobytes = { json: 256, logo: 256, icon: 1024, image: 2048, font: 2048, legal: 256 };

/** `header` in CSS pixels; `card` in image pixels, twice as high as `draw-card.ts` draws it. */
const logoHeight = { header: 40, card: 128 };

const mediaTypes: Readonly<Record<string, string>> = {
	'.svg': 'image/svg+xml',
	'.png': 'image/png',
	'.jpg': 'image/jpeg',
	'.jpeg': 'image/jpeg',
	'.webp': 'image/webp',
	'.woff2': 'font/woff2',
	'.webmanifest': manifestType,
};

/** Escapes HTML and dangerous links in legal texts. Shows no images, because no route serves their files. */
const markdown = markdownIt({ html: false, linkify: true }).disable('image');

/** Lists the mistakes in a brand's folder: one line each, with the file and the path of the field. */
export class BrandError extends Error {
	override readonly name = 'BrandError';
	readonly problems: readonly string[];

	constructor(folder: string, problems: readonly string[]) {
		const what = problems.length === 1 ? 'a mistake' : `${problems.length} mistakes`;
		super(`The brand in ${folder} has ${what}:\n${problems.map((line) => `  ${line}`).join('\n')}`);
		this.problems = problems;
	}
}

/** @throws BrandError listing every mistake in `brand.json` or, if it has none, in the other files */
export async function readBrand(folder: string): Promise<Brand> {
	const problems: string[] = [];
	const hash = createHash('sha256');
	/** @throws Error with a message that follows the file's name, such as “does not exist” */
	const open = async (file: string, maxKilobytes: number): Promise<Buffer> => {
		const body = await readFile(path.join(folder, file)).catch(({ code }: NodeJS.ErrnoException) => {
			throw new Error(code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`);
		});
		if (body.length > maxKilobytes * 1024) throw new Error(`is larger than ${maxKilobytes} KB`);
		hash.update(`${file} ${body.length} `).update(body);
		return body;
	};
	const text = await open('brand.json', maxKilobytes.json).catch(({ message }: Error) => {
		throw new BrandError(folder, [`the folder: brand.json ${message}`]);
	});
	const json = parseBrandJson(text.toString('utf8'), problems);
	if (json === undefined) throw new BrandError(folder, problems);
	const palettes = palettesOf(json.colors, problems);
	const isDark = palettes.dark === palettes.light;

	const files = new Map<string, BrandFile>();
	const serve = (name: string, body: Buffer): string => {
		files.set(name, { type: mediaTypes[path.extname(name)] ?? 'application/octet-stream', body });
		return name;
	};
	/** Reads a file that `brand.json` names, and passes it to `use`. If either fails, adds a problem. */
	const read = async <Value>(
		where: string,
		file: string | undefined,
		kind: keyof typeof maxKilobytes,
		use: (body: Buffer, extension: string) => Value | Promise<Value>,
	): Promise<Value | undefined> => {
		if (file === undefined) return undefined;
		try {
			return await use(await open(file, maxKilobytes[kind]), path.extname(file).toLowerCase());
		} catch (error) {
			problems.push(`brand.json: ${where}: ${file} ${(error as Error).message}`);
			return undefined;
		}
	};

	const { makeIcons, toPng, widthAt } = await import('./images.ts');
	const readLogo = (where: 'logo' | 'darkLogo') =>
		read(where, json[where], 'logo', async (body, extension) => ({
			body,
			file: serve(where + extension, body),
			width: await widthAt(logoHeight.header, body),
		}));
	const [light, dark] = [await readLogo('logo'), await readLogo('darkLogo')];
	const logos = (isDark && dark ? [dark] : [light, dark]).filter((logo) => logo !== undefined);
	await read('icon', json.icon, 'icon', async (body, extension) => {
		serve(`icon${extension}`, body);
		const icons = await makeIcons(body, palettes.light.paper);
		for (const [name, icon] of Object.entries(icons)) serve(name, icon);
	});
	const image = await read('image', json.image, 'image', (body, extension) =>
		serve(`image${extension}`, body),
	);
	for (const [index, { file }] of (json.fonts?.files ?? []).entries())
		await read(`fonts.files[${index}].file`, file, 'font', (body) => serve(`font-${index}.woff2`, body));
	const legal: Partial<Record<LegalPage, Partial<Record<Locale, string>>>> = {};
	for (const page of legalPages)
		for (const each of locales) {
			const toHtml = (body: Buffer) => markdown.render(body.toString('utf8'));
			const html = await read(`legal.${page}.${each}`, json.legal?.[page]?.[each], 'legal', toHtml);
			if (html !== undefined) legal[page] = { ...legal[page], [each]: html };
		}
	if (problems.length > 0) throw new BrandError(folder, problems);

	const version = hash.digest('base64url').slice(0, 12);
	const url = (file: string) => brandPath(version, file);
	const { name, shortName = name, wordmark = [name, ''], contact = null } = json;
	const locale = json.defaultLanguage ?? locales[0];
	const tagline = json.tagline === undefined ? null : localize(json.tagline, locale);
	const svg = files.has('icon.svg') ? [url('icon.svg')] : [];
	const icons = [
		...svg.map(svgIcon),
		pngIcon(url('icon-192.png'), 192),
		pngIcon(url('icon-512.png'), 512),
		pngIcon(url('icon-maskable.png'), 512, 'maskable'),
	];
	const manifests = byLocale((each) => {
		const texts = { name, short_name: shortName, description: tagline?.[each] };
		const manifest = manifestOf(each, texts, palettes.light, icons);
		return url(serve(`manifest-${each}.webmanifest`, Buffer.from(manifest)));
	});
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
		headTags: byLocale((each) => [
			...themeColors(palettes),
			link('icon', url('icon-32.png'), ' type="image/png" sizes="32x32"'),
			...svg.map(svgIconLink),
			link('apple-touch-icon', url('icon-180.png')),
			link('manifest', manifests[each]),
			`<style>${style}</style>`,
		]),
		files,
		drawnLogo: logos[0] === undefined ? null : await toPng(logos[0].body, logoHeight.card),
		image: image === undefined ? null : url(image),
		legal,
	};
}
