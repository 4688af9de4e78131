import path from 'node:path';
import { expect, it } from 'vitest';
import { brandFolder } from '../bff/brand/brand-folder.ts';
import { temporaryFolder } from '../bff/start-bff.ts';
import { startProgram } from '../program.ts';

/** Runs the command to its end. */
async function check(environment: Record<string, string>) {
	const program = startProgram(['src/cli/check-settings.ts'], { environment });
	const status = await program.ended;
	return { status, output: program.output(), errors: program.errors() };
}

it('check-settings reads the brand too, and names it', async () => {
	const folder = await brandFolder();
	const { status, output } = await check({ BRAND_DIR: folder });
	expect([status, output]).toEqual([0, expect.stringContaining(`\nBrand    Somewhere, ${folder}\n`)]);
	expect((await check({})).output).not.toContain('Brand');
});

it('check-settings names every mistake of the brand with its path', async () => {
	const folder = await brandFolder({
		colors: { accent: '#ff6600', surface: '#ffffff' },
		legal: { privacy: { en: 'privacy.md' } },
	});
	const { status, errors } = await check({ BRAND_DIR: folder });
	expect(status).toBe(1);
	expect(errors.trim().split('\n')).toEqual([
		`The brand in ${folder} has 2 mistakes:`,
		expect.stringMatching(/^ {2}brand\.json: colors\.accent: #ff6600 on the surface #ffffff /),
		'  brand.json: legal.privacy.en: privacy.md does not exist',
	]);
	const missing = path.join(await temporaryFolder(), 'nowhere');
	expect(await check({ BRAND_DIR: missing })).toMatchObject({
		status: 1,
		errors: expect.stringContaining('BRAND_DIR: there is no such folder'),
	});
});
