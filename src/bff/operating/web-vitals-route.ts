/**
 * `POST /web-vitals`: records how fast pages are for real visitors. Reports can be forged, so values are
 * bounded, page kinds must be known, and each address can send only a few a minute.
 */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { pageKinds, type WebVitalsReport } from '../../contract/bff-api/web-vitals.ts';
import { bffPatterns } from '../../contract/paths.ts';
import { perMinute } from '../fairness/limits.ts';
import type { AddressLimits } from '../fairness/request-limits.ts';
import type { BffSettings } from '../settings.ts';
import type { Metrics } from './metrics.ts';

/** Milliseconds. More means a suspended page or a forged report. */
const time = z.number().min(0).max(60_000);

const reportSchema = z
	.strictObject({
		page: z.enum(pageKinds),
		lcp: time.optional(),
		inp: time.optional(),
		cls: z.number().min(0).max(100).optional(),
	})
	.refine(
		({ lcp, inp, cls }) => (lcp ?? inp ?? cls) !== undefined,
		'a metric is missing',
	) satisfies z.ZodType<WebVitalsReport>;

export function addWebVitalsRoute(
	app: FastifyInstance,
	{ visitorLimits }: Pick<BffSettings, 'visitorLimits'>,
	metrics: Pick<Metrics, 'webVitals'>,
	limitAddresses: AddressLimits,
): void {
	const onRequest = visitorLimits === null ? [] : limitAddresses(perMinute.pageSpeedReports, 'web-vitals');
	const options = { onRequest, schema: { body: reportSchema } };
	app.post(bffPatterns.webVitals, options, async (request, reply) => {
		metrics.webVitals(request.body);
		return reply.code(204).send();
	});
}
