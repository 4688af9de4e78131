/**
 * The layers of `src/`: which folder may import which (docs/architecture.md). dependency-cruiser reads this in
 * `npm run layers`, a part of `npm run lint`. Type-only imports count.
 */
import type { IConfiguration, IForbiddenRuleType } from 'dependency-cruiser';

/** Every part of the BFF may import these, besides the layers below it. */
const bffBase = [
	'contract',
	'servers',
	'bff/settings.ts',
	'bff/hash.ts',
	'bff/preferences.ts',
	'bff/brand',
	'bff/problems',
];
/** The layers of the BFF, from the lowest. */
const bffLayers = [
	'fairness',
	'http',
	'operating',
	'store',
	'cache',
	'upstream',
	'session',
	'image-urls',
	'reads',
	'relations',
].map((folder) => `bff/${folder}`);
/** Every part of the web app may import these, and so may its features. */
const featureBase = ['contract', 'web/shared', 'web/ui', 'web/i18n'];
const folderOf = (feature: string): string => `web/features/${feature}`;
/** The features, from the lowest. Each may import those of the rows before its own. */
const webFeatures: readonly (readonly string[])[] = [
	['days', 'cities', 'session', 'settings', 'developers'],
	['event'],
	['lists'],
	['attendance'],
	['event-cards', 'people', 'calendar-export'],
	['city-list', 'search'],
	['map', 'calendar'],
	['filters', 'front-page', 'relation-page', 'callback-page'],
	['city-page', 'cities-page', 'event-page', 'place-page'],
	['search-page'],
];
/** The parts of the BFF that serve URLs. None imports another. */
const bffPart = [...bffBase, ...bffLayers, 'bff/parts.ts'];

/**
 * The layers: folders and files under `src/`, each with everything it may import besides itself. A folder
 * includes its subfolders. Every file of `src/` belongs to exactly one row.
 */
const layers: Readonly<Record<string, readonly string[]>> = {
	'contract/spec': [],
	'contract/event': ['contract/spec'],
	'contract/bff-api': ['contract/event', 'contract/spec'],
	'contract/list-filters.ts': ['contract/bff-api/limits.ts', 'contract/event', 'contract/spec'],
	'contract/paths.ts': ['contract/bff-api/preferences.ts', 'contract/list-filters.ts', 'contract/spec'],
	'contract/list-calls.ts': [
		'contract/bff-api',
		'contract/event',
		'contract/list-filters.ts',
		'contract/paths.ts',
		'contract/spec',
	],
	'contract/package.ts': ['contract/event', 'contract/spec'],
	'contract/words': ['contract/bff-api/preferences.ts', 'contract/event', 'contract/list-filters.ts'],

	'web/i18n': ['contract/bff-api/preferences.ts', 'contract/words'],
	'web/ui': ['web/i18n', 'contract/bff-api/images.ts'],
	'web/shared': ['contract', 'web/ui', 'web/i18n'],
	...Object.fromEntries(
		webFeatures.flatMap((row, index) =>
			row.map((name) => [
				folderOf(name),
				[...featureBase, ...webFeatures.slice(0, index).flat().map(folderOf)],
			]),
		),
	),
	'web/app': [...featureBase, 'web/features'],

	servers: ['contract/paths.ts', 'contract/spec'],

	'bff/brand': ['contract'],
	'bff/settings.ts': ['contract', 'servers', 'bff/brand'],
	'bff/hash.ts': [],
	'bff/preferences.ts': ['contract'],
	'bff/problems': ['contract', 'bff/brand', 'bff/preferences.ts'],
	...Object.fromEntries(
		bffLayers.map((folder, index) => [folder, [...bffBase, ...bffLayers.slice(0, index)]]),
	),
	'bff/parts.ts': [...bffBase, ...bffLayers],
	'bff/api': bffPart,
	'bff/sign-in': bffPart,
	'bff/pages': bffPart,
	'bff/feeds': bffPart,
	'bff/images': bffPart,
	'bff/search': bffPart,
	'bff/developers': bffPart,
	'bff/app.ts': ['contract', 'servers', 'bff'],

	sandbox: ['contract/spec', 'servers'],
	conformance: ['contract/spec'],
	cli: ['contract', 'servers', 'web', 'bff', 'sandbox', 'conformance'],
	/** Generates documents and parts of the package; nothing imports it. */
	tools: ['contract', 'servers', 'bff'],
};

/**
 * Modules that import the schema library. The browser must not load them, so browser code imports only their
 * types.
 */
const schemaModules =
	'^src/contract/(spec/(resources|openapi)|event/schemas|bff-api/(auth|conformance|front|problem|relations|search|values|web-vitals))\\.ts$';
/** Entry point for integrators; neither web nor BFF imports it. */
const packageEntry = '^src/contract/package\\.ts$';
const zod = '(^|/)node_modules/zod/';

function filesOf(...rows: readonly string[]): string {
	return `^src/(${rows.map((row) => (row.endsWith('.ts') ? `${row.replace('.', '\\.')}$` : `${row}/`)).join('|')})`;
}

const layerRules = Object.entries(layers).map(
	([row, allowed]): IForbiddenRuleType => ({
		name: `layer ${row}`,
		severity: 'error',
		comment: `${row} imports only ${allowed.length > 0 ? allowed.join(', ') : 'itself'}`,
		from: { path: filesOf(row) },
		to: { path: '^src/', pathNot: filesOf(row, ...allowed) },
	}),
);

export default {
	forbidden: [
		...layerRules,
		{
			name: 'row in the table',
			severity: 'error',
			comment: 'every folder under src/ has a row in layers.config.ts',
			from: { path: '^src/', pathNot: filesOf(...Object.keys(layers)) },
			to: {},
		},
		{
			name: 'no cycle',
			severity: 'error',
			comment: 'imports form no circle, not even of types',
			from: {},
			to: { circular: true },
		},
		{
			name: 'contract without packages',
			severity: 'error',
			comment:
				'contract runs anywhere: it imports no package and no module of Node, and only schemas import zod',
			from: { path: '^src/contract/', pathNot: schemaModules },
			to: { pathNot: '^src/' },
		},
		{
			name: 'schemas import zod only',
			severity: 'error',
			comment: 'schemas run anywhere, too',
			from: { path: schemaModules },
			to: { pathNot: ['^src/', zod] },
		},
		{
			name: 'no schema in the browser',
			severity: 'error',
			comment: 'what the browser loads imports types of the schemas only',
			from: { path: filesOf('web', 'contract'), pathNot: [schemaModules, packageEntry] },
			to: { path: schemaModules, dependencyTypesNot: ['type-only'] },
		},
		{
			name: 'no Node in the browser',
			severity: 'error',
			comment: 'web imports no module of Node, except where it renders for the BFF',
			from: { path: '^src/web/', pathNot: '^src/web/app/server-entry' },
			to: { dependencyTypes: ['core'] },
		},
		{
			name: 'no zod in the browser',
			severity: 'error',
			comment: 'the schema library would weigh more than all of the contract that the browser loads',
			from: { path: '^src/web/' },
			to: { path: zod },
		},
	],
	options: {
		// TypeScript 7 has no API for JavaScript.
		parser: 'swc',
		doNotFollow: { path: ['node_modules', '^src/web/i18n/generated/'] },
		enhancedResolveOptions: {
			exportsFields: ['exports'],
			conditionNames: ['import', 'node', 'default', 'types'],
			extensions: ['.ts', '.tsx', '.js', '.json', '.css'],
		},
	},
} satisfies IConfiguration;
