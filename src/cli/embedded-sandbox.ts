import type { BffSettings } from '../bff/settings.ts';
import { detailsOf } from '../conformance/report.ts';
import { runConformance } from '../conformance/run.ts';
import { type RunningSandbox, startSandbox } from '../sandbox/app.ts';
import type { Settings } from './settings.ts';

/**
 * Does nothing if another service is configured.
 * @param site the demo application's name on the consent page
 * @returns the BFF's settings for the sandbox, too
 */
export async function startEmbeddedSandbox(
	{ bff, sandbox: { enabled, ...settings } }: Settings,
	site?: string,
): Promise<{ sandbox: RunningSandbox | null; service: Partial<BffSettings> }> {
	if (!enabled) return { sandbox: null, service: {} };
	const sandbox = await startSandbox({ ...settings, applicationName: site });
	const { origin, timeZone } = sandbox;
	const service = { eventsBaseUrl: origin, eventsAuthUrl: origin, timeZone };
	if (bff.sandboxControl === undefined) return { sandbox, service };
	/** For the developers' console. */
	const conformance = async () => {
		const { counts, results } = await runConformance({ baseUrl: origin, authUrl: origin });
		return { counts, results: results.map((result) => ({ ...result, findings: detailsOf(result) })) };
	};
	return { sandbox, service: { ...service, sandboxControl: origin, conformance } };
}
