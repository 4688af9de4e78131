/**
 * `/previews/…`: draws the image that chat apps and social networks show for a link to a public event or a city's list:
 * a preview card with poster, title, start and brand (decision 44). The URL contains the language, because programs
 * that make link previews send no cookie and often no Accept-Language.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { placeholderUrl } from '../../contract/bff-api/images.ts';
import { directionOf, type Locale, locales } from '../../contract/bff-api/preferences.ts';
import type { Event } from '../../contract/event/event.ts';
import { dayTypeOf, hasFilters, readFilters } from '../../contract/list-filters.ts';
import { readCardFormats, serverPatterns } from '../../contract/paths.ts';
import { listedType } from '../../contract/spec/filters.ts';
import { formatStart } from '../../contract/words/format-start.ts';
import { listTitle } from '../../contract/words/list-title.ts';
import { words } from '../../contract/words/words.ts';
import type { Brand } from '../brand/brand.ts';
import { shortHash } from '../hash.ts';
import { sendNotModified } from '../http/etag.ts';
import { bodyOf, queryOf } from '../http/route-schemas.ts';
import type { Parts } from '../parts.ts';
import { hasReason, notFound, ProblemError } from '../problems/problem.ts';
import { drawableText, isDrawable } from './drawable-text.ts';
import { type ImagePool, type ImageWork, type MadeImage, posterMs } from './image-pool.ts';

const locale = z.enum(locales);
const card = { response: { 200: bodyOf('image/jpeg') }, problems: ['not_found', 'service'] } as const;
const eventCard = {
	...card,
	summary: 'The link preview of an event.',
	params: z.object({ locale, id: z.string() }),
	querystring: z
		.object({
			clock: z.unknown().describe('`h12`: hours from 1 to 12'),
			dates: z.unknown().describe('`us`: month first'),
		})
		.partial(),
};
const listCard = {
	...card,
	summary: "The link preview of a city's list, with the list's filters as its query.",
	params: z.object({ locale, uid: z.string() }),
};

type Plan = ReturnType<typeof planOf>;

type Subject = Pick<Event, 'title' | 'locName' | 'type' | 'posters'>;

/** Decides what an image shows of an event. @param when the event's time, as text */
export function planOf(
	subject: Subject,
	locale: Locale,
	brand: Brand,
	isAllowed: ImagePool['isAllowed'],
	when: string,
) {
	const { title, locName, type, posters } = subject;
	const { light } = brand.palettes;
	const texts = {
		title: drawableText(title),
		when: [when, drawableText(locName)].filter((text) => text !== '').join(' · '),
		isMirrored: directionOf(locale) === 'rtl',
	};
	// The fragment is the signature of the URL.
	const [poster = ''] = posters[0]?.split('#') ?? [];
	/** URL of the poster; null if it may not be fetched. */
	const source = poster !== '' && isAllowed(poster) ? poster : null;
	return {
		/** A hash of everything that the card shows. */
		key: shortHash(JSON.stringify([texts, type, source, brand.version])),
		drawing: {
			...texts,
			wordmark: brand.wordmark.every(isDrawable) ? brand.wordmark : ([drawableText(brand.name), ''] as const),
			logo: brand.drawnLogo,
			colors: { paper: light.paper, ink: light.ink, accent: light.vermilion },
			tint: light[`type-${listedType(type)}`],
		},
		type,
		source,
	};
}

/** Reads the image that replaces the poster of an event without one; null if the app is not built. */
export const readPlaceholder = (webDir: string, type: string | null): Promise<Buffer | null> =>
	readFile(path.join(webDir, placeholderUrl(type))).catch(() => null);

export function addCardRoute(
	app: FastifyInstance,
	{ settings: { webDir }, brand, reader }: Parts,
	imagePool: ImagePool,
): void {
	/** Draws a card, if need be with a placeholder. @throws ProblemError overloaded; Error if it can't be drawn */
	const draw = async ({ drawing, source, type }: Plan, images: ImageWork): Promise<MadeImage> => {
		const drawWith = (poster: Buffer | null, isPlaceholder: boolean) =>
			images.decode({ card: { ...drawing, poster, isPlaceholder } });
		if (source !== null) {
			try {
				const image = await images.load(source, (poster) => drawWith(poster, false), posterMs);
				return { image, isComplete: true };
			} catch (error) {
				if (hasReason(error, 'overloaded')) throw error;
				app.log.info({ err: error }, 'drew a preview card without its poster');
			}
		}
		return { image: await drawWith(await readPlaceholder(webDir, type), true), isComplete: source === null };
	};
	const send = async (
		request: FastifyRequest,
		reply: FastifyReply,
		locale: Locale,
		subject: Subject,
		when: string,
	) => {
		const shown = brand();
		const plan = planOf(subject, locale, shown, imagePool.isAllowed, when);
		try {
			const { image, isComplete } = await imagePool.get(plan.key, (images) => draw(plan, images));
			reply
				.header('cross-origin-resource-policy', 'cross-origin')
				// The URL changes with the card's content.
				.header('cache-control', isComplete ? 'public, max-age=86400' : 'no-store')
				.type('image/jpeg');
			if (!isComplete) return reply.send(image);
			return sendNotModified(request, reply, `"${plan.key}"`) ?? reply.send(image);
		} catch (error) {
			if (error instanceof ProblemError) throw error;
			app.log.error({ err: error }, 'could not draw a preview card');
			reply.header('cache-control', 'no-store');
			return reply.redirect(shown.image ?? placeholderUrl(plan.type));
		}
	};
	app.get(serverPatterns.card, { schema: eventCard }, async (request, reply) => {
		const { id, locale } = request.params;
		const view = await reader.event(id);
		if (view.state !== 'public') throw notFound();
		const when = formatStart(view.event, locale, readCardFormats(request.query));
		return send(request, reply, locale, view.event, when);
	});
	app.get(serverPatterns.listCard, { schema: listCard }, async (request, reply) => {
		const { uid, locale } = request.params;
		const loc = await reader.findLoc(uid);
		if (loc === null) throw notFound();
		const query = queryOf(request);
		const isList = hasFilters(query);
		const filters = readFilters(query);
		const type = filters.type === 'all' ? undefined : filters.type;
		const day_type = isList ? dayTypeOf(filters) : 'future';
		const { list } = await reader.listPage({ loc: loc.id, day_type, type, start: 0 });
		const say = words[locale];
		const title = listTitle('', { type: filters.type }, say[`words_${day_type}`], (key) => say[key]);
		const posters = list.items.find((event) => event.posters.length > 0)?.posters ?? [];
		const subject = { title: loc.name, locName: '', type: type ?? null, posters };
		return send(request, reply, locale, subject, isList ? title : '');
	});
}
