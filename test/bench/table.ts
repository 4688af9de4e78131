/**
 * `npm run bench -- table`: every aim with the figures of the last runs on this kind of machine, from `.bench/`, and what has
 * become worse by more than a tenth since the record of the machine. `--record` makes these figures the record, and writes
 * the table into `docs/performance.md`.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { aimsTable, worseThan } from './aims-table.ts';
import { readLatest, readRecord, writeRecord } from './records.ts';
import { thisMachine } from './report.ts';

const page = path.resolve(import.meta.dirname, '../../docs/performance.md');
const [begin, end] = ['<!-- table of aims -->', '<!-- end of table -->'];

async function writeIntoPage(text: string): Promise<void> {
	const before = await readFile(page, 'utf8');
	const [from, to] = [before.indexOf(begin), before.indexOf(end)];
	if (from === -1 || to < from) throw new Error(`${page} has no place for the table: ${begin} … ${end}`);
	await writeFile(page, `${before.slice(0, from)}${begin}\n${text}\n${before.slice(to)}`);
}

/** @returns whether nothing has become worse */
export async function run({ record = false }: { record?: boolean } = {}): Promise<boolean> {
	const machine = thisMachine();
	const latest = await readLatest(machine);
	const recorded = await readRecord(machine);
	const text = [
		`${machine.date.slice(0, 10)}, ${machine.cores} × ${machine.cpu}, ${machine.memoryGiB} GiB, Node ${machine.node}.`,
		'',
		aimsTable(latest.values),
	].join('\n');
	console.log(`\n${text}\n`);
	const worse = recorded === undefined ? [] : worseThan(recorded.values, latest.values);
	if (recorded === undefined) console.log('Nothing was recorded for this kind of machine.');
	else {
		console.log(`Worse by more than 10 % than on ${recorded.machine.date.slice(0, 10)}: ${worse.length}`);
		for (const line of worse) console.log(`- ${line}`);
	}
	if (record) {
		console.log(`Recorded in ${path.relative(process.cwd(), await writeRecord(latest))}`);
		await writeIntoPage(text);
	}
	return worse.length === 0;
}
