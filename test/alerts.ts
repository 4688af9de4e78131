/**
 * `npm run alerts`: checks the alert rules of `examples/monitoring` with the tool of Prometheus, and runs their unit tests.
 * Exits with status 0 if both pass.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { findProgram, promtool, remedyOf } from './programs.ts';

const folder = path.resolve(import.meta.dirname, '../examples/monitoring');
const program = findProgram(promtool);
if (program === undefined) {
	console.error(`The alert rules are checked by promtool, a part of Prometheus. ${remedyOf([promtool])}`);
	process.exit(1);
}
for (const args of [
	['check', 'rules', 'alerts.yaml'],
	['test', 'rules', 'alerts.test.yaml'],
]) {
	const { status } = spawnSync(program, args, { cwd: folder, stdio: 'inherit' });
	if (status !== 0) process.exit(1);
}
