/** Lint finds each import that the layers of `src/` forbid (layers.config.ts), in files made for this test. */
import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { npm } from '../checks/npm.ts';

const root = path.resolve(import.meta.dirname, '../..');
const folders: string[] = [];

afterEach(async () => {
	for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

/** Runs `npm run lint` of this project on a tree of other files. */
async function lint(files: Readonly<Record<string, string>>): Promise<{ passes: boolean; output: string }> {
	const folder = await mkdtemp(path.join(tmpdir(), 'daybill-layers-'));
	folders.push(folder);
	for (const name of ['package.json', 'biome.json', 'layers.config.ts', '.gitignore'])
		await cp(path.join(root, name), path.join(folder, name));
	await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
	for (const [name, lines] of Object.entries(files)) {
		const file = path.join(folder, 'src', name);
		await mkdir(path.dirname(file), { recursive: true });
		await writeFile(file, `${lines}\n`);
	}
	const { command, args, shell } = npm(['run', '--silent', 'lint']);
	const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: 'utf8', shell });
	return { passes: status === 0, output: `${stdout}${stderr}`.replaceAll(/\s+/g, ' ') };
}

const imports = (name: string) => `import '${name}';`;
const importsType = (name: string) => `import type * as all from '${name}';\n\nexport type All = typeof all;`;
const importsLater = (name: string) => `export const load = () => import('${name}');`;

/** One file in each of some layers, with imports that point down. */
const sound = {
	'contract/spec/filters.ts': 'export const dayTypes = [];',
	'contract/spec/resources.ts': imports('zod'),
	'contract/event/event.ts': imports('../spec/filters.ts'),
	'contract/bff-api/search.ts': importsType('../event/event.ts'),
	'contract/paths.ts': imports('./spec/filters.ts'),
	'web/ui/button.ts': 'export const button = 1;',
	'web/shared/call.ts': importsType('../../contract/spec/resources.ts'),
	'web/features/event/event-card.ts': imports('../../ui/button.ts'),
	'web/features/attendance/join.ts': imports('../event/event-card.ts'),
	'web/app/routes.ts': importsLater('../features/attendance/join.ts'),
	'servers/visitor.ts': importsType('node:http'),
	'bff/settings.ts': importsType('node:url'),
	'bff/http/problem.ts': imports('../settings.ts'),
	'bff/reads/cut.ts': imports('../http/problem.ts'),
	'bff/feeds/feed-routes.ts': imports('../reads/cut.ts'),
	'bff/pages/template.ts': imports('../reads/cut.ts'),
	'bff/app.ts': imports('./pages/template.ts'),
	'bff/http/limits.ts': imports('../../servers/visitor.ts'),
	'sandbox/app.ts': imports('../contract/event/event.ts'),
	'sandbox/limits.ts': imports('../servers/visitor.ts'),
	'conformance/run.ts': imports('../contract/event/event.ts'),
	'cli/start.ts': imports('../bff/app.ts'),
};

/** Files with forbidden imports: the text of each, and the path that lint reports as its target. */
const planted: Readonly<Record<string, readonly [text: string, target: string]>> = {
	'contract/spec/access.ts': [imports('../event/event.ts'), 'src/contract/event/event.ts'],
	'contract/event/times.ts': [imports('../paths.ts'), 'src/contract/paths.ts'],
	'contract/event/loc.ts': [imports('zod'), 'node_modules/zod/'],
	'contract/event/lists.ts': [imports('node:crypto'), 'crypto'],
	'servers/times.ts': [importsType('../contract/event/event.ts'), 'src/contract/event/event.ts'],
	'web/shared/visitor.ts': [imports('../../servers/visitor.ts'), 'src/servers/visitor.ts'],
	'web/ui/poster.ts': [importsType('../shared/call.ts'), 'src/web/shared/call.ts'],
	'web/shared/now.ts': [
		importsType('../features/event/event-card.ts'),
		'src/web/features/event/event-card.ts',
	],
	'web/shared/errors.ts': [imports('../../contract/spec/resources.ts'), 'src/contract/spec/resources.ts'],
	'web/shared/offline.ts': [imports('node:path'), 'path'],
	'web/shared/problem.ts': [imports('zod'), 'node_modules/zod/'],
	'web/features/event/share.ts': [
		importsLater('../attendance/join.ts'),
		'src/web/features/attendance/join.ts',
	],
	'web/features/search/search-box.ts': [imports('../../../bff/app.ts'), 'src/bff/app.ts'],
	'bff/http/metrics.ts': [imports('../reads/cut.ts'), 'src/bff/reads/cut.ts'],
	'bff/feeds/calendar.ts': [imports('../pages/template.ts'), 'src/bff/pages/template.ts'],
	'bff/pages/head.ts': [imports('../../web/app/routes.ts'), 'src/web/app/routes.ts'],
	'sandbox/clock.ts': [imports('../cli/start.ts'), 'src/cli/start.ts'],
	'conformance/call.ts': [imports('../sandbox/app.ts'), 'src/sandbox/app.ts'],
};

const textsOf = (files: typeof planted) =>
	Object.fromEntries(Object.entries(files).map(([name, [text]]) => [name, text]));

describe('lint', () => {
	it('passes imports that point down the table', async () => {
		expect(await lint(sound)).toMatchObject({ passes: true });
	});

	it('fails on every import that points up or sideways, including type imports and dynamic ones', async () => {
		const { passes, output } = await lint({ ...sound, ...textsOf(planted) });
		expect(passes).toBe(false);
		const found = Object.entries(planted).filter(([name, [, target]]) =>
			new RegExp(`: src/${name} → \\S*${target}`).test(output),
		);
		expect(found.map(([name]) => name)).toEqual(Object.keys(planted));
		expect(output).toContain(`${found.length} errors`);
	});

	it('fails on a cycle, even of type imports alone', async () => {
		const { passes, output } = await lint({
			...sound,
			'sandbox/users.ts': imports('./tokens.ts'),
			'sandbox/tokens.ts': imports('./users.ts'),
			'bff/session/cookies.ts': importsType('./session-store.ts'),
			'bff/session/session-store.ts': importsType('./cookies.ts'),
		});
		expect(passes).toBe(false);
		expect(output).toMatch(/no cycle: src\/sandbox\/(users|tokens)\.ts →/);
		expect(output).toMatch(/no cycle: src\/bff\/session\/(cookies|session-store)\.ts →/);
	});

	it('fails on a folder that has no row in the table', async () => {
		const { passes, output } = await lint({ ...sound, 'bff/helpers/text.ts': imports('../settings.ts') });
		expect(passes).toBe(false);
		expect(output).toContain('row in the table: src/bff/helpers/text.ts');
	});
});

describe('src', () => {
	it('uses no `import(…)` types, which the layer rule does not see', async () => {
		const names = await readdir(path.join(root, 'src'), { recursive: true });
		const importType = /\bimport\(\s*['"]\.[^'"]*['"]\s*\)\s*\.(?!then\b|catch\b|finally\b)/;
		for (const name of names.filter((each) => /\.tsx?$/.test(each)))
			expect(await readFile(path.join(root, 'src', name), 'utf8'), name).not.toMatch(importType);
	});
});
