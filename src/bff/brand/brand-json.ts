/** The schema of `brand.json`. `npm run docs` writes it to `docs/brand.schema.json`, for operators' editors. */
import { z } from 'zod';
import { legalPages, surfaces } from '../../contract/bff-api/brand.ts';
import { locales } from '../../contract/bff-api/preferences.ts';
import { listedTypes } from '../../contract/spec/filters.ts';

const text = (max: number) =>
	z
		.string()
		.trim()
		.min(1)
		.max(max)
		// A line break would begin a new line in a calendar or a header.
		.regex(/^\P{Cc}*$/u, 'expected text without line breaks or control characters');

const localeNames = locales.join(', ');

/** A value per language: `{"en": "…", "zh-Hans": "…"}`. */
const byLanguage = <Schema extends z.ZodType>(schema: Schema) =>
	z
		.partialRecord(z.enum(locales), schema)
		.refine((record) => Object.keys(record).length > 0, `expected at least one of ${localeNames}`);

const localized = (max: number) => z.union([text(max), byLanguage(text(max))]);

const color = z
	.string()
	.regex(/^#[\da-fA-F]{6}$/, 'expected a color such as #b3240f')
	.transform((value) => value.toLowerCase())
	.meta({ format: 'color-hex' });

const file = (extensions: readonly string[]) =>
	z
		.string()
		.max(200)
		.refine(
			(value) => extensions.some((extension) => value.toLowerCase().endsWith(extension)),
			`expected a file that ends with ${extensions.join(' or ')}`,
		)
		.meta({ description: `Path inside the folder, to a file that ends with ${extensions.join(' or ')}.` });

const drawing = file(['.svg', '.png']);

/** The name is written into a CSS string, so it must not contain a character that could end one. */
const family = z.string().regex(/^[\p{L}\p{N}][\p{L}\p{N} -]{0,60}$/u, 'expected the name of a font family');

const isLink = (value: string): boolean =>
	/^\/(?![/\\])/.test(value) || /^(https?|mailto):$/.test(URL.parse(value)?.protocol ?? '');

const palette = {
	accent: color.describe('Buttons, highlights, dates. At least 4.5:1 on the surface.'),
	surface: color.describe('Background of the pages. A dark one makes the site always dark.'),
	text: color
		.optional()
		.describe('Text. At least 4.5:1 on the surface. Derived from the surface by default.'),
	focus: color
		.optional()
		.describe('Outline of the focused element. At least 3:1 on the surface. The accent by default.'),
};

const brandJson = z
	.strictObject({
		$schema: z.string().optional().describe('For your editor.'),
		name: text(40).describe('Name of the site.'),
		shortName: text(20).optional().describe('For home screens. The name by default.'),
		wordmark: z
			.tuple([z.string().max(40), z.string().max(40)])
			.optional()
			.describe('The name in two parts, as the header shows it. The second part has the accent color.'),
		tagline: localized(160).optional().describe('What the site is, in a sentence.'),
		colors: z
			.strictObject({
				...palette,
				dark: z
					.strictObject(palette)
					.optional()
					.describe('Colors of the dark appearance. Derived by default.'),
			})
			.describe('Colors as #rrggbb. Too little contrast prevents startup.'),
		cornerRadius: z
			.string()
			.regex(/^\d{1,2}(\.\d{1,3})?(px|rem)$/, 'expected a length such as 0.375rem or 6px')
			.optional()
			.describe('Of cards and controls: 0px to 99px.'),
		fonts: z
			.strictObject({
				text: z.array(family).min(1).max(8).optional().describe('Font families for text, preferred first.'),
				display: z.array(family).min(1).max(8).optional().describe('Font families for large titles.'),
				files: z
					.array(
						z.strictObject({
							family,
							file: file(['.woff2']),
							weight: z
								.string()
								.regex(/^\d{1,4}( \d{1,4})?$/, 'expected a weight such as 400, or a range such as 400 700')
								.optional(),
							style: z.enum(['normal', 'italic']).optional(),
						}),
					)
					.max(12)
					.optional()
					.describe('Font files of these families.'),
			})
			.optional(),
		logo: drawing.optional().describe('SVG or PNG, 40 px high in the header, instead of the wordmark.'),
		darkLogo: drawing.optional().describe('The logo for the dark appearance.'),
		icon: drawing.describe('SVG or PNG, square, 512 px or more. Icons of all sizes are made from it.'),
		image: file(['.png', '.jpg', '.jpeg', '.webp'])
			.optional()
			.describe('For link previews of pages without an image, 1200 × 630 px.'),
		defaultCity: z
			.string()
			.min(1)
			.max(200)
			.optional()
			.describe('Short name (uid) of the city that `/` opens.'),
		defaultLanguage: z
			.enum(locales)
			.optional()
			.describe('For visitors whose browser asks for none of the languages of the app.'),
		surfaces: z.array(z.enum(surfaces)).optional().describe('Parts of the app to offer. All by default.'),
		types: z
			.array(z.enum(listedTypes, `expected one of ${listedTypes.join(', ')}`))
			.optional()
			.describe('Order of event types. Types not listed come last.'),
		links: z
			.array(
				z.strictObject({
					label: localized(40),
					url: z
						.string()
						.max(500)
						.refine(isLink, 'expected an http(s) or mailto URL, or a path such as /cities'),
				}),
			)
			.max(12)
			.optional()
			.describe('Links in the footer.'),
		legal: z
			.partialRecord(z.enum(legalPages), byLanguage(file(['.md'])))
			.optional()
			.describe(`Legal pages as Markdown: ${legalPages.map((page) => `/${page}`).join(', ')}.`),
		contact: z
			.union([z.email(), z.httpUrl()], 'expected an email address or an http(s) URL')
			.optional()
			.describe('Email address or web page of the site administrator, for error texts.'),
	})
	.meta({ title: 'Brand of a Daybill site', description: 'Read from the folder that BRAND_DIR names.' });

export type BrandJson = z.output<typeof brandJson>;

export function brandJsonSchema(): string {
	return `${JSON.stringify(z.toJSONSchema(brandJson, { io: 'input', target: 'draft-7' }), null, '\t')}\n`;
}

/** Returns one line per mistake: a Zod issue may name several unknown fields. */
function linesOf(issue: z.core.$ZodIssue): string[] {
	const { path, message } = issue;
	if (issue.code === 'unrecognized_keys')
		return issue.keys.map((key) => `brand.json: ${z.core.toDotPath([...path, key])}: unknown field`);
	const isMissing = issue.code === 'invalid_type' && issue.input === undefined;
	return [`brand.json: ${z.core.toDotPath(path)}: ${isMissing ? `missing, ${issue.expected}` : message}`];
}

/** @param problems receives one line per mistake @returns undefined if there is a mistake */
export function parseBrandJson(text: string, problems: string[]): BrandJson | undefined {
	try {
		const { data, error } = brandJson.safeParse(JSON.parse(text), { reportInput: true });
		problems.push(...(error?.issues ?? []).flatMap(linesOf));
		return data;
	} catch (error) {
		problems.push(`brand.json: not valid JSON: ${(error as SyntaxError).message}`);
		return undefined;
	}
}
