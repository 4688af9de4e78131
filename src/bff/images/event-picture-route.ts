/**
 * `/previews/:locale/:id.jpg`: the picture of a public event for link previews, with its poster, title, start and the brand
 * (decision 0044). The URL names the language, since whoever makes a preview has no cookie and often asks for none.
 */
import type { FastifyInstance } from 'fastify';
import { standInUrl } from '../../contract/bff-api/pictures.ts';
import { locales } from '../../contract/bff-api/preferences.ts';
import { serverPatterns } from '../../contract/paths.ts';
import type { CurrentBrand } from '../brand/brand.ts';
import { sendNotModified } from '../http/etag.ts';
import type { Metrics } from '../http/metrics.ts';
import { ProblemError } from '../http/problem.ts';
import type { PublicReader } from '../reads/public-reader.ts';
import type { BffSettings } from '../settings.ts';
import { createEventPictures } from './event-pictures.ts';
import type { PictureWork } from './picture-work.ts';
import { OverloadedError, retryAfter } from './slots.ts';

/** The URL in a page changes with what the picture shows. */
const cacheControl = { complete: 'public, max-age=86400', incomplete: 'no-store' } as const;

interface Parts {
	brand: CurrentBrand;
	reader: PublicReader;
	work: PictureWork;
	metrics: Metrics;
}

export function addEventPictureRoute(
	app: FastifyInstance,
	{ webDir }: Pick<BffSettings, 'webDir'>,
	{ brand, reader, work, metrics }: Parts,
): void {
	const pictures = createEventPictures({ webDir, work, metrics, log: app.log });

	app.get<{ Params: { locale: string; id: string } }>(serverPatterns.eventPicture, async (request, reply) => {
		const locale = locales.find((each) => each === request.params.locale);
		const view = locale && (await reader.event(request.params.id));
		if (locale === undefined || view?.state !== 'public')
			throw new ProblemError('not_found', 'There is no such picture.');
		const shown = brand();
		const plan = pictures.plan(view.event, locale, shown);
		try {
			const { picture, isComplete } = await pictures.draw(plan);
			reply
				// Other sites show it.
				.header('cross-origin-resource-policy', 'cross-origin')
				.header('cache-control', cacheControl[isComplete ? 'complete' : 'incomplete'])
				.type('image/jpeg');
			if (!isComplete) return reply.send(picture);
			return sendNotModified(request, reply, `"${plan.key}"`) ?? reply.send(picture);
		} catch (error) {
			reply.header('cache-control', 'no-store');
			if (!(error instanceof OverloadedError)) {
				app.log.error({ err: error }, 'the picture of an event could not be drawn');
				return reply.redirect(shown.picture ?? standInUrl(plan.type));
			}
			metrics.picture('overloaded');
			reply.header('retry-after', retryAfter);
			throw new ProblemError('overloaded', 'Too many pictures are being drawn. Please try again.');
		}
	});
}
