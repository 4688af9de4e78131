/** `npm run bench -- [part …] [--runs n]`: the measurements of docs/performance.md. */
import { parseArgs } from 'node:util';

const parts = ['web', 'memory', 'flood'] as const;
const { positionals, values } = parseArgs({
	allowPositionals: true,
	options: { runs: { type: 'string', default: '5' } },
});
const unknown = positionals.filter((part) => !(parts as readonly string[]).includes(part));
if (unknown.length > 0) {
	console.error(`There is no bench ${unknown.join(', ')}; there are ${parts.join(', ')}.`);
	process.exit(2);
}
let met = true;
for (const part of positionals.length > 0 ? positionals : parts) {
	const { run } = (await import(`./${part}.ts`)) as { run(options: { runs: number }): Promise<boolean> };
	met = (await run({ runs: Number(values.runs) })) && met;
}
process.exit(met ? 0 : 1);
