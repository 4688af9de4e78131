/** The compose files pass every setting to the containers, and harden every container. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

const root = path.resolve(import.meta.dirname, '../..');

interface Compose {
	services: Record<string, { ports?: string[] }>;
	'x-app'?: { environment: Record<string, string> };
}

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const readCompose = (file: string) => parse(read(file), { merge: true }) as Compose;

it.each(['compose.yaml', 'compose.sandbox.yaml'])(
	'%s runs every service read-only, without capabilities, and with ports only on this machine',
	(file) => {
		for (const service of Object.values(readCompose(file).services)) {
			expect(service).toMatchObject({
				read_only: true,
				cap_drop: ['ALL'],
				security_opt: ['no-new-privileges:true'],
			});
			for (const port of service.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/);
		}
	},
);

it('no response makes the proxy drop a process', () => {
	const servers = [...read('examples/compose/nginx.conf').matchAll(/^\s*server ([^{;\n]+);$/gm)];
	expect(servers.map(([, server = '']) => server.replace(/^\S+ /, ''))).toEqual([
		'max_fails=0',
		'max_fails=0',
	]);
});

it('the proxy limits an address’s requests to the sandbox, which has no such limit', () => {
	const [, , sandbox] = read('examples/compose/nginx.sandbox.conf').split(/^ {2}server \{$/m);
	expect(sandbox).toMatch(/listen 3101;[^{]*limit_req zone=sandbox burst=\d+;/);
});

it('compose.yaml passes every setting of .env.example to the container, except those of the sandbox and the image', () => {
	const settings = [...read('.env.example').matchAll(/^#?([A-Z_]+)=/gm)].map(([, name = '']) => name);
	const passed = readCompose('compose.yaml')['x-app']?.environment;
	const own = new Set(['PORT', 'HOST', 'DATA_DIR']);
	const expected = settings.filter((name) => !own.has(name) && !name.startsWith('SANDBOX_'));
	expect(expected.filter((name) => passed?.[name] === undefined)).toEqual([]);
});
