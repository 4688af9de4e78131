/** A real HAProxy in front of several processes, with the settings of `examples/haproxy/haproxy.cfg`. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../free-port.ts';
import { haproxy, pathOf } from '../programs.ts';

const example = path.resolve(import.meta.dirname, '../../examples/haproxy/haproxy.cfg');

/** The example with these addresses, and with a socket for questions. */
function settingsOf(text: string, listenAt: number, ports: readonly number[], socket: string): string {
	const servers = ports.map((port, index) => `  server app-${index + 1} 127.0.0.1:${port}`).join('\n');
	return text
		.replace('global\n', `global\n  stats socket ${socket}\n`)
		.replace('bind :8080', `bind 127.0.0.1:${listenAt}`)
		.replaceAll(/( {2}server app-.*\n?)+/g, `${servers}\n`);
}

export interface Proxy {
	origin: string;
	/** Waits until the proxy sends requests to the process at this place. */
	untilReady(index: number): Promise<void>;
	stop(): Promise<void>;
}

/**
 * Starts HAProxy in front of processes that respond already.
 *
 * @param ports of the processes, on this machine
 * @throws Error when HAProxy is not installed, or does not start
 */
export async function launchHaproxy(ports: readonly number[]): Promise<Proxy> {
	const folder = await mkdtemp(path.join(tmpdir(), 'daybill-haproxy-'));
	const listenAt = await freePort();
	const [socket, file] = [path.join(folder, 'socket'), path.join(folder, 'haproxy.cfg')];
	await writeFile(file, settingsOf(await readFile(example, 'utf8'), listenAt, ports, socket));
	const child = spawn(pathOf(haproxy), ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] });
	let printed = '';
	child.stderr.on('data', (chunk: Buffer) => {
		printed += chunk;
	});

	/** The states of the servers of a backend by name (HAProxy's management guide, "show stat"). */
	const states = async (): Promise<Map<string, string>> => {
		const connection = connect(socket);
		connection.end('show stat\n');
		const [head = '', ...rows] = (await text(connection)).split('\n');
		const columns = head.replace('# ', '').split(',');
		const [name, status] = [columns.indexOf('svname'), columns.indexOf('status')];
		return new Map(
			rows
				.map((row) => row.split(','))
				.filter(([backend]) => backend === 'ready')
				.map((row) => [row[name] ?? '', row[status] ?? '']),
		);
	};
	const untilReady = async (index: number): Promise<void> => {
		for (;;) {
			if (child.exitCode !== null) throw new Error(`HAProxy ended:\n${printed}`);
			const found = await states().catch(() => new Map<string, string>());
			if (found.get(`app-${index + 1}`) === 'UP') return;
			await wait(100);
		}
	};
	const stop = async () => {
		if (child.exitCode === null && child.signalCode === null) {
			child.kill('SIGKILL');
			await once(child, 'exit');
		}
		await rm(folder, { recursive: true, force: true });
	};
	try {
		for (const index of ports.keys()) await untilReady(index);
	} catch (error) {
		await stop();
		throw error;
	}
	return { origin: `http://127.0.0.1:${listenAt}`, untilReady, stop };
}
