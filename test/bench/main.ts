/** `npm run bench -- [part …] [--seconds n]`: every figure that the documents quote; without a part, all of them. */
import { parseArgs } from 'node:util';

const parts = ['bff'] as const;
const { positionals, values } = parseArgs({
	allowPositionals: true,
	options: { seconds: { type: 'string' } },
});
const unknown = positionals.filter((part) => !(parts as readonly string[]).includes(part));
if (unknown.length > 0) {
	console.error(`There is no bench ${unknown.join(', ')}; there are ${parts.join(', ')}.`);
	process.exit(2);
}
let met = true;
for (const part of positionals.length > 0 ? positionals : parts) {
	const { run } = (await import(`./${part}.ts`)) as {
		run(options: { seconds?: number }): Promise<boolean>;
	};
	met = (await run(values.seconds === undefined ? {} : { seconds: Number(values.seconds) })) && met;
}
process.exit(met ? 0 : 1);
