import { z } from 'zod';

/** The report that the developers' console shows. */
export const conformanceReportSchema = z.object({
	counts: z.record(z.string(), z.number()).readonly().describe('by verdict'),
	results: z
		.array(
			z.object({
				id: z.string(),
				section: z.string(),
				states: z.string(),
				verdict: z.string(),
				findings: z.array(z.string()).readonly().describe('sentences'),
			}),
		)
		.readonly()
		.describe('sorted as in the specification'),
});
export type ConformanceReport = z.infer<typeof conformanceReportSchema>;
