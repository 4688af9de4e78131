/** The pictures of events for link previews: what each shows, drawn when it is asked for, and kept. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import { standInUrl } from '../../contract/bff-api/pictures.ts';
import { directionOf, type Locale } from '../../contract/bff-api/preferences.ts';
import type { PublicEvent } from '../../contract/event/event.ts';
import { listedType } from '../../contract/spec/filters.ts';
import { formatStart } from '../../contract/words/format-start.ts';
import type { Brand } from '../brand/brand.ts';
import { shortHash } from '../http/hash.ts';
import type { Metrics } from '../http/metrics.ts';
import { drawableText, isDrawable } from './drawable-text.ts';
import type { EventPicture } from './event-picture.ts';
import type { PictureWork } from './picture-work.ts';
import { OverloadedError } from './slots.ts';

/** Bytes of the pictures in memory, and of what the cache needs beside each. */
const cacheBytes = 32 * 1024 * 1024;
const entryBytes = 500;
/** Milliseconds for which a picture is kept whose poster could not be loaded. */
const incompleteTtl = 30_000;

/** What a picture shows. */
interface Plan {
	/** Changes with anything that it shows. */
	key: string;
	drawing: Omit<EventPicture, 'poster' | 'isStandIn'>;
	type: string | null;
	/** URL of the poster; null for none that may be fetched. */
	source: string | null;
}

interface Drawn {
	/** JPEG. */
	picture: Buffer;
	/** False where the poster could not be loaded. */
	isComplete: boolean;
}

export interface EventPictures {
	plan(event: PublicEvent, locale: Locale, brand: Brand): Plan;
	/** @throws OverloadedError; Error when it cannot be drawn */
	draw(plan: Plan): Promise<Drawn>;
}

interface Parts {
	/** Folder of the built web app, which has the stand-ins. */
	webDir: string;
	work: PictureWork;
	metrics: Pick<Metrics, 'picture'>;
	log: Pick<FastifyBaseLogger, 'info'>;
	/** Defaults to 32 MB. */
	maxBytes?: number;
}

export function createEventPictures({
	webDir,
	work,
	metrics,
	log,
	maxBytes = cacheBytes,
}: Parts): EventPictures {
	const draw = async ({ drawing, source, type }: Plan): Promise<Drawn> => {
		const drawWith = (poster: Buffer | null, isStandIn: boolean) =>
			work.decoder.draw({ ...drawing, poster, isStandIn });
		if (source !== null) {
			try {
				const picture = await work.load(source, (poster) => drawWith(poster, false));
				return { picture, isComplete: true };
			} catch (error) {
				if (error instanceof OverloadedError) throw error;
				log.info({ err: error }, 'the picture of an event is drawn without its poster');
			}
		}
		const standIn = await readFile(path.join(webDir, standInUrl(type))).catch(() => null);
		return { picture: await drawWith(standIn, true), isComplete: source === null };
	};
	const cache = new LRUCache<string, Drawn, Plan>({
		maxSize: maxBytes,
		sizeCalculation: ({ picture }) => picture.byteLength + entryBytes,
		// One that is dropped while it is drawn is for those who wait for it all the same.
		ignoreFetchAbort: true,
		fetchMethod: async (_key, _stale, { context, options }) => {
			const drawn = await draw(context);
			if (!drawn.isComplete) options.ttl = incompleteTtl;
			return drawn;
		},
	});
	return {
		plan({ title, begin, locName, type, posters }, locale, brand) {
			const { paper, ink, vermilion, tints } = brand.palettes.light;
			const when = [begin === null ? '' : formatStart(begin, locale), drawableText(locName)];
			const texts = {
				title: drawableText(title),
				when: when.filter((text) => text !== '').join(' · '),
				isMirrored: directionOf(locale) === 'rtl',
			};
			// What follows is the signature.
			const [poster = ''] = posters[0]?.split('#') ?? [];
			const source = poster !== '' && work.isAllowed(poster) ? poster : null;
			return {
				key: shortHash(JSON.stringify([texts, type, source, brand.version])),
				drawing: {
					...texts,
					wordmark: brand.wordmark.every(isDrawable) ? brand.wordmark : [drawableText(brand.name), ''],
					logo: brand.drawnLogo,
					colors: { paper, ink, accent: vermilion },
					tint: tints[listedType(type)],
				},
				type,
				source,
			};
		},
		async draw(plan) {
			const kept = cache.get(plan.key);
			const drawn = kept ?? (await cache.forceFetch(plan.key, { context: plan }));
			metrics.picture(kept === undefined ? 'loaded' : 'cached');
			return drawn;
		},
	};
}
