import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { request } from 'undici';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { BffSettings } from '../../../src/bff/settings.ts';
import { keptBuilds } from '../../../src/bff/storage/asset-store.ts';
import { startFakeService } from '../fake-service.ts';
import { startRedis } from '../redis-server.ts';
import { builtWeb, startTestBff, temporaryFolder } from '../start-bff.ts';

/** A build with one more file, which is compressed too. @returns its folder and that file's name */
async function buildWith(version: number) {
	const webDir = await builtWeb();
	const name = `page-version${version}.js`;
	const code = `export const version = ${version};\n${'// a comment\n'.repeat(100)}`;
	await mkdir(path.join(webDir, 'assets'), { recursive: true });
	await writeFile(path.join(webDir, 'assets', name), code);
	await writeFile(path.join(webDir, 'assets', `${name}.br`), brotliCompressSync(code));
	return { webDir, url: `/assets/${name}`, code };
}

const stores: Record<string, () => Promise<Partial<BffSettings>>> = {
	SQLite: async () => ({ dataDir: await temporaryFolder() }),
	Redis: async () => ({ redisUrl: (await startRedis()).url, sessionKeys: ['A'.repeat(43)] }),
};

describe.each(Object.keys(stores))('files of the build before, kept in %s', (name) => {
	const startAll = async (builds: readonly { webDir: string }[]) => {
		const service = await startFakeService();
		const shared = await stores[name]?.();
		const started = [];
		for (const { webDir } of builds)
			started.push(await startTestBff(service.origin, { ...shared, webDir, visitorLimits: null }));
		return started;
	};

	it('are served by the next version, and during a deployment by the one before', async () => {
		const [before, after] = [await buildWith(1), await buildWith(2)];
		const [first, second] = await startAll([before, after]);
		for (const [bff, build] of [
			[second, before],
			[first, after],
		] as const) {
			const response = await request(`${bff?.origin}${build.url}`, {
				headers: { host: 'localhost', 'accept-encoding': 'br, gzip' },
			});
			expect(response.headers).toMatchObject({
				'cache-control': 'public, max-age=31536000, immutable',
				'content-encoding': 'br',
				'content-type': 'text/javascript; charset=utf-8',
			});
			expect(String(brotliDecompressSync(await response.body.bytes()))).toBe(build.code);
			const plain = await request(`${bff?.origin}${build.url}`, { headers: { host: 'localhost' } });
			expect(plain.headers['content-encoding']).toBeUndefined();
			expect(await plain.body.text()).toBe(build.code);
		}
	});

	it(`are those of the last ${keptBuilds} builds; others are not found`, async () => {
		const builds = await Promise.all(Array.from({ length: keptBuilds + 1 }, (_, index) => buildWith(index)));
		const bffs = await startAll(builds);
		const browser = bffs.at(-1)?.browser();
		const statuses = [];
		for (const { url } of builds) statuses.push((await browser?.get(url))?.status);
		expect(statuses).toEqual([404, ...Array.from({ length: keptBuilds }, () => 200)]);
		for (const url of [
			'/assets/page-other.js',
			'/assets/page.svg',
			'/assets/%2e%2e%2findex.html',
			'/assets/',
		])
			expect([url, (await browser?.get(url))?.status]).toEqual([url, 404]);
	});
});

it('files of other builds count for the limits of visitors, those of this one do not', async () => {
	const service = await startFakeService();
	const limits = { visitorLimits: { perAddress: 3, perSession: 3 } };
	const browser = (await startTestBff(service.origin, limits)).browser();
	const statusesOf = async (url: string) => {
		const statuses = [];
		for (let count = 0; count < 5; count++) statuses.push((await browser.get(url)).status);
		return statuses;
	};
	expect(await statusesOf('/assets/app-abc123.js')).toEqual([200, 200, 200, 200, 200]);
	expect(await statusesOf('/assets/other-abc123.js')).toEqual([404, 404, 404, 429, 429]);
});

it('while Redis does not reply, a file of another build is not said to be absent, and is found afterwards', async () => {
	const service = await startFakeService();
	const redis = await startRedis();
	const settings = { redisUrl: redis.url, sessionKeys: ['A'.repeat(43)] };
	const [before, after] = [await buildWith(1), await buildWith(2)];
	await startTestBff(service.origin, { ...settings, webDir: before.webDir });
	const browser = (await startTestBff(service.origin, { ...settings, webDir: after.webDir })).browser();
	redis.process.kill('SIGSTOP');
	onTestFinished(() => void redis.process.kill('SIGCONT'));
	const response = await browser.get(before.url);
	expect(response.status).toBe(503);
	expect(await response.json()).toMatchObject({ reason: 'store_unreachable' });
	expect(response.headers.get('cache-control')).not.toContain('immutable');
	redis.process.kill('SIGCONT');
	await expect.poll(async () => (await browser.get(before.url)).status).toBe(200);
});
