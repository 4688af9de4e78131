/**
 * The files of the last builds of the web app. A page that was opened before a deployment loads more code later, under
 * names of its own build; during one, two builds are served side by side, and a request may reach the other one.
 */
import { createHash } from 'node:crypto';

/** Builds that are kept. One takes about 0.2 MB. */
export const keptBuilds = 5;

/** A file as the build has it; its name ends with `.br` when it is compressed. */
export interface BuiltFile {
	name: string;
	body: Buffer;
}

export interface AssetStore {
	/**
	 * Keeps the files of a build, unless they are kept already, and deletes those of the oldest builds beyond
	 * {@link keptBuilds}.
	 *
	 * @throws ProblemError store_unreachable
	 */
	keep(files: readonly BuiltFile[]): Promise<void>;
	/**
	 * @param name without `.br`; a compressed file is preferred
	 * @returns undefined when no build has it
	 * @throws ProblemError store_unreachable
	 */
	find(name: string): Promise<BuiltFile | undefined>;
	close(): void;
}

/** Names a build: the names of its files have hashes of their content. */
export const buildOf = (files: readonly BuiltFile[]): string =>
	createHash('sha256')
		.update(
			files
				.map(({ name }) => name)
				.sort()
				.join('\n'),
		)
		.digest('base64url');

/** The names under which a file may be kept, the preferred one first. */
export const namesOf = (name: string): [compressed: string, plain: string] => [`${name}.br`, name];
