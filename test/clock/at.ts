/**
 * Runs a script of package.json as if it were another time: `npm run at -- 2026-11-22T23:40+08:00 e2e lists`. All Node programs
 * that it starts have that time, and so have the pages of the end-to-end tests.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { movedClockVariable } from './moved-clock.ts';

const [time = '', script, ...args] = process.argv.slice(2);
const ahead = Date.parse(time) - Date.now();
if (Number.isNaN(ahead) || script === undefined) {
	console.error('Give a time with its zone and a script: npm run at -- 2026-11-22T23:40+08:00 e2e');
	process.exit(2);
}
const moving = pathToFileURL(path.join(import.meta.dirname, 'move-clock-of-process.ts')).href;
const { status } = spawnSync('npm', ['run', '--silent', script, '--', ...args], {
	stdio: 'inherit',
	shell: process.platform === 'win32',
	env: {
		...process.env,
		[movedClockVariable]: String(ahead),
		NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import ${moving}`,
	},
});
process.exitCode = status ?? 1;
