/** Files of the last builds in Redis: any process serves those of any other. */
import { RESP_TYPES } from 'redis';
import { type AssetStore, type BuiltFile, buildOf, keptBuilds, namesOf } from './asset-store.ts';
import type { RedisConnection } from './redis.ts';

/** The number changes with the form of what is stored. */
const prefix = 'daybill:{assets}:1:';
/** Ids of builds, by the time when a process last kept them. */
const buildsKey = `${prefix}builds`;
/** Name and body of each file. */
const filesKey = (build: string) => `${prefix}files:${build}`;

const asBytes = { [RESP_TYPES.BLOB_STRING]: Buffer };

/**
 * Nothing stands in for a file of another build, so that both fail where Redis does not reply.
 *
 * @param clock milliseconds since 1970
 */
export function createRedisAssetStore(
	{ client, run }: Pick<RedisConnection, 'client' | 'run'>,
	clock: () => number,
): AssetStore {
	const keep = async (files: readonly BuiltFile[]) => {
		const build = buildOf(files);
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
	};
	const find = async (name: string): Promise<BuiltFile | undefined> => {
		const builds = await client.zRange(buildsKey, 0, -1, { REV: true });
		for (const build of builds) {
			for (const each of namesOf(name)) {
				const body = await client.withTypeMapping(asBytes).hGet(filesKey(build), each);
				if (body !== null) return { name: each, body: body as unknown as Buffer };
			}
		}
		return undefined;
	};
	return {
		keep: (files) => run(() => keep(files)),
		find: (name) => run(() => find(name)),
		close: () => undefined,
	};
}
