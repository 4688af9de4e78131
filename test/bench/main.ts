/**
 * `npm run bench -- [part …] [--seconds n] [--events n] [--relations n] [--runs n] [--only name] [--record]`: every figure that the documents
 * quote; without a part, all of them, and the table of the aims at the end.
 */
import { parseArgs } from 'node:util';

const parts = ['web', 'bff', 'images', 'sandbox', 'start', 'search', 'load', 'table'] as const;
const { positionals, values } = parseArgs({
	allowPositionals: true,
	options: {
		seconds: { type: 'string' },
		events: { type: 'string' },
		relations: { type: 'string' },
		runs: { type: 'string' },
		only: { type: 'string' },
		record: { type: 'boolean' },
	},
});
const unknown = positionals.filter((part) => !(parts as readonly string[]).includes(part));
if (unknown.length > 0) {
	console.error(`There is no bench ${unknown.join(', ')}; there are ${parts.join(', ')}.`);
	process.exit(2);
}
const options = Object.fromEntries(
	Object.entries(values).map(([name, value]) => [
		name,
		typeof value === 'string' && name !== 'only' ? Number(value) : value,
	]),
);
let met = true;
for (const part of positionals.length > 0 ? positionals : parts) {
	const { run } = (await import(`./${part}.ts`)) as {
		run(options: Record<string, number | boolean | string>): Promise<boolean>;
	};
	met = (await run(options)) && met;
}
process.exit(met ? 0 : 1);
