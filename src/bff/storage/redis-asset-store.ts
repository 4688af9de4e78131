/** Files of the last builds in Redis: any process serves those of any other. */
import { RESP_TYPES } from 'redis';
import { type AssetStore, buildOf, keptBuilds, namesOf } from './asset-store.ts';
import type { BestEffort } from './best-effort.ts';

/** The number changes with the form of what is stored. */
const prefix = 'daybill:{assets}:1:';
/** Ids of builds, by the time when a process last kept them. */
const buildsKey = `${prefix}builds`;
/** Name and body of each file. */
const filesKey = (build: string) => `${prefix}files:${build}`;

const asBytes = { [RESP_TYPES.BLOB_STRING]: Buffer };

/** @param clock milliseconds since 1970 */
export function createRedisAssetStore(attempt: BestEffort, clock: () => number): AssetStore {
	return {
		async keep(files) {
			const build = buildOf(files);
			await attempt(async (client) => {
				if ((await client.exists(filesKey(build))) === 0)
					await client.hSet(
						filesKey(build),
						files.flatMap(({ name, body }) => [name, body]),
					);
				await client.zAdd(buildsKey, { score: clock(), value: build });
				const old = await client.zRange(buildsKey, 0, -keptBuilds - 1);
				if (old.length === 0) return;
				await client.del(old.map(filesKey));
				await client.zRem(buildsKey, old);
			});
		},
		find: (name) =>
			attempt(async (client) => {
				const builds = await client.zRange(buildsKey, 0, -1, { REV: true });
				for (const build of builds) {
					for (const each of namesOf(name)) {
						const body = await client.withTypeMapping(asBytes).hGet(filesKey(build), each);
						if (body !== null) return { name: each, body: body as unknown as Buffer };
					}
				}
				return undefined;
			}),
		close: () => undefined,
	};
}
