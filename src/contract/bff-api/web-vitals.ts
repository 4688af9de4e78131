/**
 * Core Web Vitals (https://web.dev/articles/vitals), which the browser reports when the visitor leaves the page. A
 * report identifies no visitor, event or city.
 */
import { z } from 'zod';

const pageKindSchema = z.enum([
	'home',
	'cities',
	'front',
	'list',
	'search',
	'place',
	'event',
	'user',
	'me',
	'callback',
	'settings',
	'developers',
	'none',
]);
/** `front` and `list` are a city's page without and with filters; `none` is an unknown URL, an error or offline. */
export type PageKind = z.infer<typeof pageKindSchema>;

/** A higher value means a suspended page or a forged report. */
const milliseconds = z.number().min(0).max(60_000);

export const webVitalsSchema = z
	.strictObject({
		page: pageKindSchema.describe(
			'the page that the visit started on, even if the app has shown others since',
		),
		lcp: milliseconds.optional().describe('Largest Contentful Paint, in milliseconds'),
		inp: milliseconds.optional().describe('Interaction to Next Paint, in milliseconds'),
		cls: z.number().min(0).max(100).optional().describe('Cumulative Layout Shift, unitless'),
	})
	.refine(({ lcp, inp, cls }) => (lcp ?? inp ?? cls) !== undefined, 'a metric is missing');
export type WebVitalsReport = z.input<typeof webVitalsSchema>;
