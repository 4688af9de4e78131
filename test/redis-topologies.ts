/** Real Redis behind a Sentinel, and as a Cluster, on free ports. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createClient } from 'redis';
import { freePort } from './free-port.ts';
import { launchRedis, spawnServer } from './redis-process.ts';

/** Milliseconds without a reply until a server counts as down, too many for a busy machine to cause. */
const patience = 60_000;

async function withClient<Result>(
	port: number,
	work: (send: (...command: string[]) => Promise<unknown>) => Promise<Result>,
): Promise<Result> {
	const client = createClient({ url: `redis://127.0.0.1:${port}` });
	// Without a listener an error would be thrown, although the command rejects too.
	client.on('error', () => undefined);
	await client.connect();
	try {
		return await work((...command) => client.sendCommand(command));
	} finally {
		client.destroy();
	}
}

/** Waits until a condition on a server is true. */
async function until(port: number, command: readonly string[], isTrue: (reply: string) => boolean) {
	await withClient(port, async (send) => {
		while (!isTrue(JSON.stringify(await send(...command)))) await wait(20);
	});
}

/** A primary, a replica, and a Sentinel that promotes the replica after `downAfter` ms without a reply. */
export async function launchSentinel(downAfter = patience) {
	const folder = await mkdtemp(path.join(tmpdir(), 'daybill-sentinel-'));
	const primary = await launchRedis();
	const replica = await launchRedis();
	// Replicates at once and without a file.
	for (const { port } of [primary, replica])
		await withClient(port, (send) =>
			send('CONFIG', 'SET', 'repl-diskless-load', 'swapdb', 'repl-diskless-sync-delay', '0'),
		);
	await withClient(replica.port, (send) => send('REPLICAOF', '127.0.0.1', String(primary.port)));
	await until(primary.port, ['INFO', 'replication'], (text) => text.includes('state=online'));
	const sentinel = await spawnServer(async (port) => {
		const file = path.join(folder, 'sentinel.conf');
		const lines = [
			`port ${port}`,
			'bind 127.0.0.1',
			`dir ${folder}`,
			`sentinel monitor daybill 127.0.0.1 ${primary.port} 1`,
			`sentinel down-after-milliseconds daybill ${downAfter}`,
		];
		await writeFile(file, `${lines.join('\n')}\n`);
		return [file, '--sentinel'];
	}, /Sentinel ID is/i);
	await until(sentinel.port, ['SENTINEL', 'replicas', 'daybill'], (text) =>
		text.includes(String(replica.port)),
	);
	return {
		url: `redis://127.0.0.1:${sentinel.port}`,
		name: 'daybill',
		primary,
		async stop() {
			await Promise.all([sentinel.stop(), primary.stop(), replica.stop()]);
			await rm(folder, { recursive: true, force: true });
		},
	};
}

const slots = 16_384;

/** Three primaries, each with a third of the keys. */
export async function launchCluster() {
	const folder = await mkdtemp(path.join(tmpdir(), 'daybill-cluster-'));
	const startNode = async (index: number) => {
		let busPort = 0;
		const server = await spawnServer(async (port) => {
			busPort = await freePort();
			return [
				...['--port', String(port), '--cluster-port', String(busPort), '--bind', '127.0.0.1'],
				...['--dir', folder, '--save', '', '--cluster-enabled', 'yes'],
				...['--cluster-config-file', `${index}.conf`, '--cluster-node-timeout', String(patience)],
			];
		});
		return { ...server, busPort };
	};
	const nodes = await Promise.all([0, 1, 2].map(startNode));
	for (const { port } of nodes)
		await withClient(port, async (send) => {
			for (const other of nodes)
				await send('CLUSTER', 'MEET', '127.0.0.1', String(other.port), String(other.busPort));
		});
	for (const [index, { port }] of nodes.entries())
		await withClient(port, async (send) => {
			const [from, to] = [index, index + 1].map((part) => Math.floor((part * slots) / nodes.length));
			await send('CLUSTER', 'ADDSLOTSRANGE', String(from), String(Number(to) - 1));
		});
	for (const { port } of nodes)
		await until(
			port,
			['CLUSTER', 'INFO'],
			(text) => text.includes('cluster_state:ok') && text.includes(`cluster_known_nodes:${nodes.length}`),
		);
	const ports = nodes.map(({ port }) => port);
	return {
		url: ports.map((port) => `redis://127.0.0.1:${port}`).join(','),
		ports,
		async stop() {
			await Promise.all(nodes.map(({ stop }) => stop()));
			await rm(folder, { recursive: true, force: true });
		},
	};
}
