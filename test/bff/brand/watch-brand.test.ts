import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Brand } from '../../../src/bff/brand/brand.ts';
import { watchBrand } from '../../../src/bff/brand/watch-brand.ts';
import { brandFolder, leastJson } from './brand-folder.ts';

it('a changed folder takes effect immediately, unless it has mistakes', async () => {
	const folder = await brandFolder();
	const reports: (Brand | Error)[] = [];
	let onReport: () => void = () => undefined;
	const { current, close } = await watchBrand(folder, (result) => {
		reports.push(result);
		onReport();
	});
	onTestFinished(close);
	const write = async (text: string) => {
		const reported = new Promise<void>((resolve) => {
			onReport = resolve;
		});
		await writeFile(path.join(folder, 'brand.json'), text);
		await reported;
	};
	expect(current().name).toBe('Somewhere');
	await write(JSON.stringify({ ...leastJson, name: 'Elsewhere' }));
	expect(current().name).toBe('Elsewhere');
	await write('{');
	expect(reports.at(-1)).toMatchObject({ name: 'BrandError' });
	expect(current().name).toBe('Elsewhere');
});
