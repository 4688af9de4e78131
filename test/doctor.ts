/** `npm run doctor`: lists what this machine lacks for Daybill and its tests; if anything, exits with 1. */
import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readSettings, SettingsError } from '../src/servers/settings.ts';
import { findProgram, needed, remedyOf } from './programs.ts';

const envFile = path.resolve(import.meta.dirname, '../.env');
if (existsSync(envFile)) process.loadEnvFile(envFile);
const neededBytes = 1_000_000_000;

const problems: string[] = [];
try {
	readSettings(process.env);
} catch (error) {
	if (!(error instanceof SettingsError)) throw error;
	problems.push(error.message);
}
const { bavail, bsize } = statfsSync(tmpdir());
if (bavail * bsize < neededBytes) problems.push(`The tests need 1 GB in ${tmpdir()}.`);
const missing = needed.filter((program) => findProgram(program) === undefined);
if (missing.length > 0) problems.push(`The tests need more programs. ${remedyOf(missing)}`);

console.log(`Node ${process.version}`);
for (const problem of problems) console.log(problem);
console.log(problems.length === 0 ? 'Nothing is missing.' : `${problems.length} missing.`);
process.exitCode = problems.length === 0 ? 0 : 1;
