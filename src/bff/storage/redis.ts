/** The connection to Redis or Valkey (`REDIS_URL`), one for all that a process shares with others. */
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { createClient, createCluster, createSentinel, ErrorReply } from 'redis';
import { ProblemError } from '../http/problem.ts';
import { createErrorRedaction } from './redaction.ts';
import { type RedisTopology, readRedisUrl } from './redis-url.ts';
import { createReplyWatch } from './reply-watch.ts';

/** Milliseconds after which a command without a reply has failed. */
const commandTimeout = 2_000;
/** How often room is made for one command when Redis is full. */
const maxRoomMaking = 8;
/** Milliseconds that a start waits for the first connection, and between two tries of a Cluster or of Sentinels. */
const startTimes = { patience: 5_000, pause: 250 };
/**
 * Milliseconds between two looks at which server is the primary, in case a message of the Sentinels was missed, and the
 * longest that a Sentinel is waited for: commands wait meanwhile.
 */
const sentinelTimes = { scan: 10_000, connect: 1_000 };

const socket = {
	connectTimeout: 3_000,
	// Processes that have lost it at the same time do not all come back at the same time.
	reconnectStrategy: (attempts: number) => Math.min(50 * 2 ** attempts, 1_000) * (0.5 + Math.random()),
};

type SingleClient = ReturnType<typeof createClient>;

/** A client of what a URL says. All three kinds have the same commands, which their types do not say. */
function openClient(url: string, topology: RedisTopology, keyPrefix: string): SingleClient {
	const prefixed = keyPrefix === '' ? {} : { keyPrefix };
	if (topology.kind === 'single')
		return createClient({
			url,
			...prefixed,
			disableOfflineQueue: true,
			// A copy, since the client writes host and port into it.
			socket: { ...socket },
		}) as unknown as SingleClient;
	const { username, password, isEncrypted, nodes } = topology;
	const tls = isEncrypted ? { tls: true as const } : {};
	const credentials = {
		...(username === undefined ? {} : { username }),
		...(password === undefined ? {} : { password }),
	};
	if (topology.kind === 'cluster')
		return createCluster({
			rootNodes: nodes.map((node) => ({ socket: { ...node, ...tls } })),
			defaults: { ...credentials, disableOfflineQueue: true, socket: { ...socket, ...tls } },
			...prefixed,
		}) as unknown as SingleClient;
	return createSentinel({
		name: topology.name,
		sentinelRootNodes: nodes,
		sentinelClientOptions: { socket: { connectTimeout: sentinelTimes.connect, ...tls } },
		nodeClientOptions: { ...credentials, database: topology.database, socket: { ...socket, ...tls } },
		scanInterval: sentinelTimes.scan,
		passthroughClientErrorEvents: true,
		// One connection for all commands, as elsewhere. Without this, the client takes a connection of its pool for each of
		// several commands that begin together and gives back only the last one: soon there is none, and commands wait forever.
		reserveClient: true,
		// Otherwise commands wait for 16 seconds while no Sentinel can be reached, even though the primary replies.
		maxCommandRediscovers: 1,
		...prefixed,
	}) as unknown as SingleClient;
}

/** Closes connections at once, whether or not they are open. */
export function destroyClient(client: Pick<SingleClient, 'destroy' | 'isOpen'>): void {
	// Behind Sentinels, the end has a promise, which nobody needs.
	if (client.isOpen) void Promise.resolve(client.destroy()).catch(() => undefined);
}

/** Closes connections at once, and begins to make them again. Errors are events of the client. */
export function reconnectClient(client: SingleClient): void {
	destroyClient(client);
	client.connect().catch((error: unknown) => client.emit('error', error));
}

/** An open connection, for the stores that use it; the caller of {@link connectRedis} closes it. */
export type RedisConnection = Awaited<ReturnType<typeof connectRedis>>;

/**
 * Connects; a connection that is lost is made again in the background, and commands fail at once meanwhile.
 *
 * @param url as {@link readRedisUrl} reads it
 * @param keyPrefix of every key
 * @returns the client, and `run` for commands: `store_unreachable` when one fails or has no reply in time, and at once while
 * Redis does not reply; `within` does the same for commands with a time limit of their own, and lets their errors through;
 * `together` names keys that one script uses, which a Cluster must have on one node
 * @throws Error when the URL cannot be read, or Redis cannot be reached at the start; without the URL's credentials
 */
export async function connectRedis(url: string, log: Pick<FastifyBaseLogger, 'warn'>, keyPrefix = '') {
	// The client puts the URL into some of its errors, and old servers repeat the command that has the password.
	const redacted = createErrorRedaction(url);
	const topology = readRedisUrl(url);
	if (topology === null) throw new Error('REDIS_URL cannot be used: it is not a URL of Redis');
	const open = () => {
		try {
			return openClient(url, topology, keyPrefix);
		} catch (error) {
			throw new Error(`REDIS_URL cannot be used: ${redacted(error).message}`);
		}
	};
	const client = open();
	let isStarted = false;
	let lastError: unknown;
	client.on('error', (error: unknown) => {
		lastError = error;
		if (isStarted) log.warn({ err: redacted(error) }, 'Redis cannot be reached');
	});
	const startsUntil = performance.now() + startTimes.patience;
	const connect = async (): Promise<void> => {
		try {
			await client.connect();
		} catch (error) {
			// Those that are choosing a new primary have none for a moment. A single server is tried again by the client.
			if (topology.kind === 'single' || performance.now() > startsUntil) throw error;
			await wait(startTimes.pause);
			await connect();
		}
	};
	const timeout = wait(startTimes.patience, undefined, { ref: false }).then(() => {
		throw lastError ?? new Error('there is no reply');
	});
	await Promise.race([connect(), timeout]).catch((error: unknown) => {
		destroyClient(client);
		throw new Error(`Redis at REDIS_URL cannot be used: ${redacted(error).message}`);
	});
	isStarted = true;

	const watch = createReplyWatch(
		() => client.ping(),
		() => reconnectClient(client),
		log,
	);
	let makeRoom = async () => false;
	let makingRoom: Promise<boolean> | undefined;
	const makeRoomOnce = () => {
		makingRoom ??= makeRoom().finally(() => {
			makingRoom = undefined;
		});
		return makingRoom;
	};
	/** Deletes what can be spared when Redis is full, and tries again. */
	const runInRoom = async <Result>(command: () => Promise<Result>, triesLeft: number): Promise<Result> => {
		try {
			return await watch.within(commandTimeout, command);
		} catch (error) {
			const isFull = error instanceof ErrorReply && error.message.startsWith('OOM');
			if (!isFull || triesLeft === 0 || !(await makeRoomOnce())) throw error;
			return runInRoom(command, triesLeft - 1);
		}
	};
	const run = async <Result>(command: () => Promise<Result>): Promise<Result> => {
		try {
			return await runInRoom(command, maxRoomMaking);
		} catch (error) {
			throw new ProblemError(
				'store_unreachable',
				'Daybill cannot reach its data store at the moment. Please try again.',
				undefined,
				redacted(error),
			);
		}
	};
	const close = () => {
		watch.close();
		destroyClient(client);
	};
	/** Names from before there were Clusters stay as they are elsewhere, so that nothing stored is lost. */
	const together = (name: string) => (topology.kind === 'cluster' ? `{${name}}` : name);
	return {
		client,
		run,
		within: watch.within,
		close,
		together,
		/** @param free deletes something that can be spared, and says whether there was anything; `run` then tries again */
		onFull(free: () => Promise<boolean>) {
			makeRoom = free;
		},
	};
}
