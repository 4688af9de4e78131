/**
 * `POST /web-vitals`: records how fast pages are for real visitors. Reports can be forged, so values are
 * bounded, page kinds must be known, and each address can send only a few a minute.
 */
import type { FastifyInstance } from 'fastify';
import { webVitalsSchema } from '../../contract/bff-api/web-vitals.ts';
import { bffPatterns } from '../../contract/paths.ts';
import { perMinute } from '../fairness/limits.ts';
import type { AddressLimits } from '../fairness/request-limits.ts';
import { noBody } from '../http/route-schemas.ts';
import type { BffSettings } from '../settings.ts';
import type { Metrics } from './metrics.ts';

const schema = {
	summary: 'Records how fast a page was for a visitor.',
	body: webVitalsSchema,
	response: { 204: noBody },
};

export function addWebVitalsRoute(
	app: FastifyInstance,
	{ visitorLimits }: Pick<BffSettings, 'visitorLimits'>,
	metrics: Pick<Metrics, 'webVitals'>,
	limitAddresses: AddressLimits,
): void {
	const onRequest = visitorLimits === null ? [] : limitAddresses(perMinute.pageSpeedReports, 'web-vitals');
	const options = { onRequest, schema };
	app.post(bffPatterns.webVitals, options, async (request, reply) => {
		metrics.webVitals(request.body);
		return reply.code(204).send();
	});
}
