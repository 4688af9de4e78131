/** Files of the brand's folder: nothing outside of it is read, by whatever path or link. */
import { readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';

/** Thrown when the brand's folder has mistakes; `problems` has a line for each, with file and path. */
export class BrandError extends Error {
	readonly problems: readonly string[];

	constructor(folder: string, problems: readonly string[]) {
		const what = problems.length === 1 ? 'a mistake' : `${problems.length} mistakes`;
		super(`The brand in ${folder} has ${what}:\n${problems.map((line) => `  ${line}`).join('\n')}`);
		this.name = 'BrandError';
		this.problems = problems;
	}
}

/**
 * Reads a file.
 *
 * @param where that names the file, for problems: `brand.json: logo`
 * @param file path inside the folder
 * @param maxBytes that it may have
 * @returns undefined when it cannot be read, which is then a problem
 */
export type ReadBrandFile = (where: string, file: string, maxBytes: number) => Promise<Buffer | undefined>;

const isInside = (root: string, file: string): boolean => {
	const relative = path.relative(root, file);
	return relative !== '' && !relative.startsWith('..') && !path.isAbsolute(relative);
};

/**
 * @param folder that exists
 * @param problems gets a line for each file that cannot be read
 */
export async function openFolder(folder: string, problems: string[]): Promise<ReadBrandFile> {
	const root = await realpath(folder);
	return async (where, file, maxBytes) => {
		const fail = (what: string) => {
			problems.push(`${where}: ${file} ${what}`);
			return undefined;
		};
		const named = path.resolve(root, file);
		if (!isInside(root, named)) return fail('is outside of the folder');
		try {
			const real = await realpath(named);
			if (!isInside(root, real)) return fail('is a link to a file outside of the folder');
			const { size } = await stat(real);
			if (size > maxBytes) return fail(`is larger than ${Math.floor(maxBytes / 1024)} KB`);
			return await readFile(real);
		} catch (error) {
			const { code } = error as NodeJS.ErrnoException;
			return fail(code === 'ENOENT' ? 'does not exist' : `cannot be read (${code ?? String(error)})`);
		}
	};
}
