/** Draws public events that the person is going to as one image to share. The BFF doesn't store the image. */
import type { FastifyInstance } from 'fastify';
import { weekendSchema } from '../../contract/bff-api/auth.ts';
import { directionOf } from '../../contract/bff-api/preferences.ts';
import { isPublic } from '../../contract/event/event.ts';
import { bffPatterns } from '../../contract/paths.ts';
import { words } from '../../contract/words/words.ts';
import { bodyOf } from '../http/route-schemas.ts';
import type { Parts } from '../parts.ts';
import { ProblemError } from '../problems/problem.ts';
import { eventsOf } from '../relations/own-relations.ts';
import { planOf, readPlaceholder } from './card-route.ts';
import type { AgendaCard } from './draw-card.ts';
import { drawableText } from './drawable-text.ts';
import { type ImagePool, type ImageWork, posterMs } from './image-pool.ts';

const schema = {
	summary: 'An image of public events that the user is going to, for sharing.',
	body: weekendSchema,
	response: { 200: bodyOf('image/jpeg') },
	problems: ['session', 'service', 'not_found'],
} as const;

/** Pixels. Small, because all posters are in memory at the same time. */
const posterWidth = 640;

export function addWeekendRoute(
	app: FastifyInstance,
	{ settings: { webDir }, brand, callers, own }: Parts,
	imagePool: ImagePool,
): void {
	const loadPoster = async (source: string | null, images: ImageWork): Promise<Buffer | null> => {
		if (source === null) return null;
		const decode = (bytes: Buffer) => images.decode({ bytes, width: posterWidth });
		return images.load(source, decode, posterMs).catch(() => null);
	};

	app.post(bffPatterns.weekend, { schema }, async (request, reply) => {
		const caller = await callers.require(request);
		const { locale, events: chosen } = request.body;
		const { events: listed } = await eventsOf(own, caller, 'joined', 'ongoing');
		const joined = new Map(listed.map((event) => [event.id, event]));
		const shown = brand();
		const plans = chosen.flatMap(({ id, when }) => {
			const event = joined.get(id);
			// The person may send the image to people who are not invited.
			if (event === undefined || !isPublic(event)) return [];
			const plan = planOf(event, locale, shown, imagePool.isAllowed, drawableText(when));
			return [{ ...plan, place: drawableText(event.address) }];
		});
		const [first] = plans;
		if (first === undefined)
			throw new ProblemError('not_found', 'None of these is a public event that you are going to.');
		const { wordmark, logo, colors } = first.drawing;
		const heading = words[locale].words_my_weekend;
		const isMirrored = directionOf(locale) === 'rtl';
		const draw = async (images: ImageWork) => {
			const events: AgendaCard['events'][number][] = [];
			// One at a time, so that a request takes only one place of the pool.
			for (const { drawing, source, type, place } of plans) {
				const loaded = await loadPoster(source, images);
				const poster = loaded ?? (await readPlaceholder(webDir, type));
				events.push({ ...drawing, place, poster, isPlaceholder: loaded === null });
			}
			const agenda = { wordmark, logo, colors, isMirrored, heading, events };
			return images.decode({ agenda }).catch((cause: unknown) => {
				throw new ProblemError('overloaded', 'The image could not be drawn in time.', { cause });
			});
		};
		const image = await imagePool.forVisitor(draw);
		return reply.type('image/jpeg').send(image);
	});
}
