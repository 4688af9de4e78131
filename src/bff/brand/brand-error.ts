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
