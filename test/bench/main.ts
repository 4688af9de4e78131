/** `npm run bench -- [part …] [--seconds n] [--runs n] [--only name]`: the measurements of docs/performance.md. */
import { parseArgs } from 'node:util';

const parts = ['web', 'bff', 'start'] as const;
const { positionals, values } = parseArgs({
	allowPositionals: true,
	options: {
		seconds: { type: 'string' },
		runs: { type: 'string' },
		only: { type: 'string' },
	},
});
const unknown = positionals.filter((part) => !(parts as readonly string[]).includes(part));
if (unknown.length > 0) {
	console.error(`There is no bench ${unknown.join(', ')}; there are ${parts.join(', ')}.`);
	process.exit(2);
}
const options = Object.fromEntries(
	Object.entries(values).map(([name, value]) => [name, name === 'only' ? value : Number(value)]),
);
let met = true;
for (const part of positionals.length > 0 ? positionals : parts) {
	const { run } = (await import(`./${part}.ts`)) as {
		run(options: Record<string, number | string>): Promise<boolean>;
	};
	met = (await run(options)) && met;
}
process.exit(met ? 0 : 1);
