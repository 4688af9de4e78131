/**
 * `POST /web-vitals`: counts how fast pages were for people. What a browser says of itself cannot be trusted, so a report is
 * at most a few figures within bounds and one of few kinds of pages, and each address can send a few a minute.
 */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { pageKinds, type WebVitalsReport } from '../../contract/bff-api/web-vitals.ts';
import { bffPatterns } from '../../contract/paths.ts';
import { visitorOf } from '../../servers/visitor.ts';
import type { BffSettings } from '../settings.ts';
import type { Metrics } from './metrics.ts';
import { ProblemError } from './problem.ts';
import type { WindowCounter } from './window-counter.ts';

/** Reports of one IP address in a window, which is in milliseconds. A visit sends one or two. */
const limit = { reports: 120, window: 60_000 } as const;

/** Bytes of a body; all figures together take less than 100. */
const bodyLimit = 256;

/** Milliseconds. A page that takes longer was asleep, or is made up. */
const time = z.number().min(0).max(60_000);

const reportSchema = z
	.strictObject({
		page: z.enum(pageKinds),
		lcp: time.optional(),
		inp: time.optional(),
		cls: z.number().min(0).max(100).optional(),
	})
	.refine(({ lcp, inp, cls }) => (lcp ?? inp ?? cls) !== undefined) satisfies z.ZodType<WebVitalsReport>;

/** @param count of this process, or of all of them; used where there are limits for visitors */
export function addWebVitalsRoute(
	app: FastifyInstance,
	{ visitorLimits }: Pick<BffSettings, 'visitorLimits'>,
	metrics: Pick<Metrics, 'webVitals'>,
	count: WindowCounter,
): void {
	app.post(bffPatterns.webVitals, { bodyLimit }, async (request, reply) => {
		if (visitorLimits !== null) {
			const { count: reports, endsIn } = await count(`web-vitals:${visitorOf(request.ip)}`, limit.window);
			if (reports > limit.reports)
				throw new ProblemError('too_many_requests', `Please wait ${Math.ceil(endsIn / 1000)} seconds.`);
		}
		const report = reportSchema.safeParse(request.body);
		if (!report.success)
			throw new ProblemError('invalid_request', 'The body must be a kind of page and some of its figures.');
		metrics.webVitals(report.data);
		return reply.code(204).send();
	});
}
