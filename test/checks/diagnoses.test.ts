import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { diagnose, type Machine } from './diagnoses.ts';
import type { Environment } from './programs.ts';

const root = path.resolve(import.meta.dirname, '../..');
let dataDir = '';

beforeEach(async () => {
	dataDir = await mkdtemp(path.join(tmpdir(), 'daybill-doctor-'));
	onTestFinished(() => rm(dataDir, { recursive: true }));
});

/** What is said about a subject on a machine that is well but for these differences. */
async function about(subject: string, environment: Environment, machine: Partial<Machine> = {}) {
	const all = await diagnose({
		root,
		environment: { PATH: dataDir, PORT: '0', SANDBOX_PORT: '0', DATA_DIR: dataDir, ...environment },
		programs: {},
		...machine,
	});
	return all.filter((diagnosis) => diagnosis.subject.startsWith(subject));
}

describe('npm run doctor', () => {
	it('finds nothing missing where all is well', async () => {
		expect(await about('Node', {})).toMatchObject([{ state: 'well' }]);
		expect(await about('PORT', {})).toMatchObject([{ state: 'well' }]);
		expect(await about('Settings', {})).toMatchObject([{ state: 'well' }]);
		expect(await about('Disk', {})).toMatchObject([{ state: 'well' }, { state: 'well' }]);
	});

	it('says which Node is needed', async () => {
		expect(await about('Node', {}, { nodeVersion: '20.11.0' })).toMatchObject([
			{ state: 'missing', text: expect.stringMatching(/^20\.11\.0, and 24 is needed/) },
		]);
	});

	it('says that packages are missing, and how to get them', async () => {
		await writeFile(path.join(dataDir, 'package.json'), '{"engines":{"node":">=24"}}');
		await writeFile(
			path.join(dataDir, 'package-lock.json'),
			'{"packages":{"node_modules/a":{"version":"1.0.0"}}}',
		);
		expect(await about('Packages', {}, { root: dataDir })).toMatchObject([
			{ state: 'missing', text: expect.stringContaining('npm ci') },
		]);
	});

	it('says which port is in use, and what to set', async () => {
		const server = createServer().listen(0, '127.0.0.1');
		await once(server, 'listening');
		onTestFinished(() => void server.close());
		const { port } = server.address() as AddressInfo;
		expect(await about('Port', { PORT: String(port) })).toMatchObject([
			{
				subject: `Port ${port}`,
				state: 'missing',
				text: expect.stringMatching(/in use .*set PORT; 0 takes/),
			},
		]);
	});

	it('names every wrong setting', async () => {
		const wrong = await about('Settings', { PORT: 'eighty', OAUTH_PKCE: 'maybe' });
		expect(wrong.map(({ state, text }) => [state, text.split(':')[0]])).toEqual([
			['missing', 'PORT'],
			['missing', 'OAUTH_PKCE'],
		]);
	});

	it('says where the session keys are, and when they are broken', async () => {
		expect(await about('Session keys', {})).toMatchObject([{ state: 'note' }]);
		expect(await about('Session keys', { SESSION_KEYS: 'A'.repeat(43) })).toMatchObject([{ state: 'well' }]);
		await writeFile(path.join(dataDir, 'session.key'), 'not a key');
		expect(await about('Session keys', {})).toMatchObject([
			{ state: 'missing', text: expect.stringContaining('sign everybody out') },
		]);
	});

	it('looks for every program that `npm test` installs', async () => {
		const doctor = path.join(import.meta.dirname, 'doctor.ts');
		const environment = { PATH: dataDir, DATA_DIR: dataDir };
		const { stdout } = spawnSync(process.execPath, [doctor], { env: environment, encoding: 'utf8' });
		for (const program of ['Chromium', 'Redis', 'HAProxy', 'OpenSSL', 'Firefox', 'Promtool'])
			expect(stdout).toMatch(new RegExp(`^\\S+ +${program} `, 'm'));
	});

	it('says which program is missing, and how to get it', async () => {
		const programs = { Redis: { names: ['no-redis'], override: 'NO_REDIS', debianPackage: 'redis-server' } };
		expect(await about('Redis', {}, { programs })).toMatchObject([
			{ state: 'missing', text: expect.stringMatching(/Install redis-server, or set NO_REDIS/) },
		]);
	});
});
