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
import { createLimit } from './visitor-limits.ts';

/** Of one IP address. A visit sends one or two. */
const reportsPerMinute = 120;

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

export function addWebVitalsRoute(
	app: FastifyInstance,
	{ visitorLimits }: Pick<BffSettings, 'visitorLimits'>,
	metrics: Pick<Metrics, 'webVitals'>,
): void {
	const countReport = createLimit(app, reportsPerMinute, ({ ip }) => `web-vitals:${visitorOf(ip)}`);
	app.post(bffPatterns.webVitals, { bodyLimit }, async (request, reply) => {
		if (visitorLimits !== null) await countReport(request);
		const report = reportSchema.safeParse(request.body);
		if (!report.success)
			throw new ProblemError('invalid_request', 'The body must be a kind of page and some of its figures.');
		metrics.webVitals(report.data);
		return reply.code(204).send();
	});
}
