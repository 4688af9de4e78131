/** Reads the files in a brand's folder. Refuses paths and symbolic links that lead out of it. */
import { createHash } from 'node:crypto';
import { readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';

/** Lists the mistakes in a brand's folder: one line each, with the file and the path of the field. */
export class BrandError extends Error {
	readonly problems: readonly string[];

	constructor(folder: string, problems: readonly string[]) {
		const what = problems.length === 1 ? 'a mistake' : `${problems.length} mistakes`;
		super(`The brand in ${folder} has ${what}:\n${problems.map((line) => `  ${line}`).join('\n')}`);
		this.name = 'BrandError';
		this.problems = problems;
	}
}

/** @throws BrandError if there is no such folder */
export async function openFolder(folder: string) {
	const root = await realpath(folder).catch(() => {
		throw new BrandError(folder, ['BRAND_DIR: folder not found']);
	});
	const hash = createHash('sha256');
	return {
		/** @throws Error with a message that follows the file's name, such as “does not exist” */
		async read(file: string, maxKilobytes: number): Promise<Buffer> {
			const real = await realpath(path.resolve(root, file)).catch(({ code }: NodeJS.ErrnoException) => {
				throw new Error(code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`);
			});
			const relative = path.relative(root, real);
			// On Windows, it is absolute if the file is on another drive.
			if (relative.startsWith('..') || path.isAbsolute(relative)) throw new Error('is outside the folder');
			if ((await stat(real)).size > maxKilobytes * 1024) throw new Error(`is larger than ${maxKilobytes} KB`);
			const body = await readFile(real);
			hash.update(`${file} ${body.length} `).update(body);
			return body;
		},
		version: () => hash.copy().digest('base64url').slice(0, 12),
	};
}
