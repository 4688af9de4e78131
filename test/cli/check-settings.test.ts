import { execFile } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';
import { brandFolder } from '../bff/brand/brand-folder.ts';
import { temporaryFolder } from '../bff/start-bff.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Runs the command to its end. */
const check = (environment: Record<string, string>) =>
	new Promise<{ status: number | string; stdout: string; stderr: string }>((resolve) => {
		const env = { PATH: process.env.PATH, ...environment };
		execFile(process.execPath, ['src/cli/check-settings.ts'], { cwd: root, env }, (error, stdout, stderr) =>
			resolve({ status: error?.code ?? 0, stdout, stderr }),
		);
	});

it('check-settings reads the brand too, and names it', async () => {
	const folder = await brandFolder();
	const { status, stdout } = await check({ BRAND_DIR: folder });
	expect([status, stdout]).toEqual([0, expect.stringContaining(`\nBrand    Somewhere, ${folder}\n`)]);
	expect((await check({})).stdout).not.toContain('Brand');
});

it('check-settings names every mistake of the brand with its path', async () => {
	const folder = await brandFolder({
		colors: { accent: '#ff6600', surface: '#ffffff' },
		legal: { privacy: { en: 'privacy.md' } },
	});
	const { status, stderr } = await check({ BRAND_DIR: folder });
	expect(status).toBe(1);
	expect(stderr.trim().split('\n')).toEqual([
		`The brand in ${folder} has 2 mistakes:`,
		expect.stringMatching(/^ {2}brand\.json: colors\.accent: #ff6600 on the surface #ffffff /),
		'  brand.json: legal.privacy.en: privacy.md does not exist',
	]);
	const missing = path.join(await temporaryFolder(), 'nowhere');
	expect(await check({ BRAND_DIR: missing })).toMatchObject({
		status: 1,
		stderr: expect.stringContaining('BRAND_DIR: there is no such folder'),
	});
});
