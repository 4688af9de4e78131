/** Reads a brand's files, but none outside its folder, even if a path or link leads there. */
import { createHash } from 'node:crypto';
import { readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';

/** The brand's folder contains mistakes; `problems` has one line each, with file and path. */
export class BrandError extends Error {
	readonly problems: readonly string[];

	constructor(folder: string, problems: readonly string[]) {
		const what = problems.length === 1 ? 'a mistake' : `${problems.length} mistakes`;
		super(`The brand in ${folder} has ${what}:\n${problems.map((line) => `  ${line}`).join('\n')}`);
		this.name = 'BrandError';
		this.problems = problems;
	}
}

export type BrandFolder = Awaited<ReturnType<typeof openFolder>>;

const isInside = (root: string, file: string): boolean => {
	const relative = path.relative(root, file);
	return relative !== '' && !relative.startsWith('..') && !path.isAbsolute(relative);
};

/**
 * @param problems receives one line per unreadable file
 * @throws BrandError if there is no such folder
 */
export async function openFolder(folder: string, problems: string[]) {
	const entry = await stat(folder).catch(() => undefined);
	if (entry?.isDirectory() !== true) throw new BrandError(folder, ['BRAND_DIR: folder not found']);
	const root = await realpath(folder);
	const hash = createHash('sha256');
	return {
		/**
		 * @param where names the file in `problems`, such as `brand.json: logo`
		 * @returns undefined, and adds a problem, if the file can't be read
		 */
		async read(where: string, file: string, maxBytes: number): Promise<Buffer | undefined> {
			const fail = (what: string) => void problems.push(`${where}: ${file} ${what}`);
			const named = path.resolve(root, file);
			if (!isInside(root, named)) return fail('is outside the folder');
			try {
				const real = await realpath(named);
				if (!isInside(root, real)) return fail('links to a file outside the folder');
				const { size } = await stat(real);
				if (size > maxBytes) return fail(`is larger than ${Math.floor(maxBytes / 1024)} KB`);
				const body = await readFile(real);
				hash.update(`${where} ${size} `).update(body);
				return body;
			} catch (error) {
				const { code } = error as NodeJS.ErrnoException;
				return fail(code === 'ENOENT' ? 'does not exist' : `cannot be read (${code ?? String(error)})`);
			}
		},
		/** Hash of all files read so far. */
		version: () => hash.copy().digest('base64url').slice(0, 12),
	};
}
