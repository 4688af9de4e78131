/**
 * bentocache's bus over Redis publish/subscribe. bentocache's own driver waits forever to publish while Redis
 * is down, and its subscription rejects without a handler.
 */
import type { BusDriver, CreateBusDriverResult } from 'bentocache/types';
import { duplicateRedis, type RedisClient } from '../store/redis.ts';

/** Messages queued while Redis is down. */
const maxWaiting = 1_000;

/** @param onReconnect called if messages from other processes may have been missed */
export function createCacheBus(client: RedisClient, onReconnect: () => void): CreateBusDriverResult {
	const subscriber = duplicateRedis(client);
	// A subscription sends nothing, so it never notices a dead connection.
	client.on('ready', () => subscriber.disconnect(true));
	let ownId = '';
	const driver: BusDriver = {
		setId(id) {
			ownId = id;
			return driver;
		},
		onReconnect: (retry) => void client.on('ready', retry),
		async publish(channel, payload) {
			await client.publish(channel, JSON.stringify({ busId: ownId, payload }));
		},
		async subscribe(channel, handler) {
			let times = 0;
			subscriber.on('ready', async () => {
				await subscriber.subscribe(channel).catch(() => undefined);
				times += 1;
				if (times > 1) onReconnect();
			});
			subscriber.on('message', (_channel: string, message: string) => {
				const { busId, payload } = JSON.parse(message);
				if (busId !== ownId) handler(payload);
			});
			await subscriber.connect().catch(() => undefined);
		},
		unsubscribe: async (channel) => {
			await subscriber.unsubscribe(channel);
		},
		disconnect: async () => subscriber.disconnect(),
	};
	return { options: { retryQueue: { maxSize: maxWaiting } }, factory: () => driver };
}
