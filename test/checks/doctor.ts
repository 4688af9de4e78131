/**
 * `npm run doctor`: what this machine lacks for running and testing Daybill, and how to get it. Exit status 1 if something
 * is missing that is needed.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { wholeChromium } from './chromium.ts';
import { type Diagnosis, diagnose } from './diagnoses.ts';
import { enginePrograms } from './engines.ts';
import { haproxy, openssl, promtool, redis } from './programs.ts';

const root = path.resolve(import.meta.dirname, '../..');
const envFile = path.join(root, '.env');
if (existsSync(envFile)) process.loadEnvFile(envFile);

const marks: Record<Diagnosis['state'], string> = { well: 'ok', note: 'note', missing: 'MISSING' };
const diagnoses = await diagnose({
	root,
	environment: process.env,
	programs: {
		Chromium: wholeChromium,
		Redis: redis,
		HAProxy: haproxy,
		OpenSSL: openssl,
		...enginePrograms,
		Promtool: promtool,
	},
});
for (const { subject, state, text } of diagnoses)
	console.log(`${marks[state].padEnd(9)}${subject.padEnd(16)}${text}`);
const missing = diagnoses.filter(({ state }) => state === 'missing').length;
console.log(missing === 0 ? '\nNothing is missing.' : `\n${missing} missing.`);
process.exitCode = missing === 0 ? 0 : 1;
