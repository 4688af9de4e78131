/** A TCP proxy in front of Redis that makes it slow, silent or unreachable for its clients. */
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { listen } from '../listen.ts';

export type RedisProxy = Awaited<ReturnType<typeof startRedisProxy>>;

/** Starts a proxy that stops when the test ends. */
export async function startRedisProxy(redisPort: number) {
	const pairs = new Set<readonly [Socket, Socket]>();
	let latency = 0;
	const server = createServer((client) => {
		const redis = connect(redisPort, '127.0.0.1');
		const pair = [client, redis] as const;
		pairs.add(pair);
		const end = () => {
			pairs.delete(pair);
			for (const socket of pair) socket.destroy();
		};
		// In order: a reply without a delay must not overtake earlier ones.
		let sent = Promise.resolve();
		client.on('error', end).on('close', end);
		redis.on('error', end).on('close', () => void sent.then(() => client.end(end)));
		client.on('data', (chunk) => redis.write(chunk));
		redis.on('data', (chunk) => {
			const delay = wait(latency);
			sent = sent.then(async () => {
				await delay;
				if (pairs.has(pair)) client.write(chunk);
			});
		});
	});
	const destroyAll = () => {
		for (const sockets of pairs) for (const socket of sockets) socket.destroy();
	};
	const port = await listen(server);
	onTestFinished(() => {
		server.close();
		destroyAll();
	});
	return {
		/** For REDIS_URL. */
		url: `redis://127.0.0.1:${port}`,
		/** @param milliseconds by which each reply is delayed from now on */
		delayReplies(milliseconds: number) {
			latency = milliseconds;
		},
		/** Accepts commands on the existing connections but forwards nothing, and does not close them. */
		muteAll() {
			for (const [client, redis] of pairs) {
				client.removeAllListeners('data').resume();
				redis.removeAllListeners('data').resume();
			}
		},
		/** Closes all connections and accepts none until `comeBack`. */
		goAway() {
			server.close();
			destroyAll();
		},
		async comeBack() {
			if (!server.listening) await listen(server, port);
		},
	};
}
