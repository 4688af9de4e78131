/** A brand folder for one test. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { temporaryFolder } from '../start-bff.ts';

const icon =
	'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" width="512" height="512"><rect width="512" height="512"/></svg>';

/** The minimal `brand.json`. */
const leastJson = {
	name: 'Somewhere',
	colors: { accent: '#0b5d51', surface: '#f3f6ef' },
	icon: 'icon.svg',
};

/**
 * @param json fields of `brand.json` in addition to {@link leastJson}
 * @param files by path; `icon.svg` is always included
 * @returns path of the folder
 */
export async function brandFolder(
	json: Record<string, unknown> = {},
	files: Readonly<Record<string, string | Buffer>> = {},
): Promise<string> {
	const folder = await temporaryFolder();
	const all = { 'brand.json': JSON.stringify({ ...leastJson, ...json }), 'icon.svg': icon, ...files };
	for (const [name, content] of Object.entries(all)) {
		const file = path.join(folder, name);
		await mkdir(path.dirname(file), { recursive: true });
		await writeFile(file, content);
	}
	return folder;
}
