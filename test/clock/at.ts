/**
 * Runs a command as if it were another time: `npm run at -- 2026-11-22T23:40+08:00 npm run e2e`. Node programs that the
 * command starts have it too, and so have the pages of the end-to-end tests.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { movedClockVariable } from './moved-clock.ts';

const [time = '', command, ...values] = process.argv.slice(2);
const ahead = Date.parse(time) - Date.now();
if (Number.isNaN(ahead) || command === undefined) {
	console.error('Use: npm run at -- <time as in 2026-11-22T23:40+08:00> <command>');
	process.exit(2);
}
const moving = pathToFileURL(path.join(import.meta.dirname, 'move-clock-of-process.ts')).href;
const child = spawn(command, values, {
	stdio: 'inherit',
	env: {
		...process.env,
		[movedClockVariable]: String(ahead),
		NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import ${moving}`,
	},
});
const [status] = await once(child, 'exit');
process.exitCode = status ?? 1;
