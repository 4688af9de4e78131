/** Parses the Dockerfile, for its test and for the script that runs its steps without a Docker engine. */

export interface Instruction {
	/** In upper case, such as `COPY`. */
	readonly keyword: string;
	/** What follows the keyword, continued lines joined. */
	readonly text: string;
}

export interface Stage {
	readonly name: string;
	readonly image: string;
	readonly instructions: readonly Instruction[];
}

/** Splits a Dockerfile into its stages. */
export function readStages(dockerfile: string): Stage[] {
	const lines = dockerfile
		.replace(/^#.*\n/gm, '')
		.replace(/\\\n\s*/g, '')
		.split('\n')
		.map((line) => line.trim())
		.filter((line) => line !== '');
	const stages: (Stage & { instructions: Instruction[] })[] = [];
	for (const line of lines) {
		const [keyword = '', ...words] = line.split(' ');
		const text = words.join(' ');
		const from = /^(\S+) AS (\S+)$/.exec(text);
		if (keyword === 'FROM' && from !== null)
			stages.push({ image: from[1] ?? '', name: from[2] ?? '', instructions: [] });
		else stages.at(-1)?.instructions.push({ keyword, text });
	}
	return stages;
}

/** The parts of a COPY: stage it takes from (undefined: the build context), sources, destination. */
export function readCopy(text: string): { from: string | undefined; sources: string[]; to: string } {
	const words = text.split(' ');
	const from = words[0]?.startsWith('--from=') === true ? words.shift()?.slice('--from='.length) : undefined;
	const to = words.pop() ?? '';
	return { from, sources: words, to };
}

/** The argument list of a command in JSON form, as CMD and HEALTHCHECK CMD have. */
export const readCommand = (text: string): string[] => JSON.parse(text.slice(text.indexOf('['))) as string[];
