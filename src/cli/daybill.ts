#!/usr/bin/env node
/**
 * The command `daybill` of the package; `daybill --help` lists what it does. This file runs on an older Node too, to say that
 * it is too old: so it imports the rest only then.
 */
const needed = 24;
const version = process.versions.node;

if (Number.parseInt(version, 10) < needed) {
	process.stderr.write(`Daybill needs Node ${needed} or newer; this is Node ${version}.\n`);
	process.exitCode = 1;
} else {
	const { run } = await import('./commands.ts');
	process.exitCode = await run(process.argv.slice(2));
}
