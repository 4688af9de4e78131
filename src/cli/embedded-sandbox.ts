import type { BffSettings } from '../bff/settings.ts';
import { detailsOf } from '../conformance/report.ts';
import { runConformance } from '../conformance/run.ts';
import { type RunningSandbox, startSandbox } from '../sandbox/app.ts';
import type { Settings } from '../servers/settings.ts';

/**
 * Short, because an import should show within a minute, and the sandbox doesn't limit calls without a token. A new city
 * appears after the page and the list of cities have expired, and the stale list was served once more.
 */
const ages = { eventsMaxAgeMs: 30_000, citiesMaxAgeMs: 10_000 };

/**
 * Starts the embedded sandbox unless a service is configured.
 * @param site the brand's name, shown on the consent page as the name of the demo application
 * @returns the sandbox (null if a service is configured), and the BFF's settings for it
 * @throws whatever `startSandbox` throws
 */
export async function startEmbeddedSandbox(
	{ sandbox: { enabled, ...settings } }: Settings,
	site?: string,
): Promise<{ sandbox: RunningSandbox | null; service: Partial<BffSettings> }> {
	if (!enabled) return { sandbox: null, service: {} };
	const sandbox = await startSandbox({ ...settings, applicationName: site });
	const { origin, timeZone } = sandbox;
	// The sandbox shares the BFF's thread: more calls of one visitor at a time would delay other visitors.
	const service = { eventsBaseUrl: origin, eventsAuthUrl: origin, ...ages, timeZone, callsAtOnce: 2 };
	if (!settings.control) return { sandbox, service };
	const checkConformance = async () => {
		const { counts, results } = await runConformance({ baseUrl: origin, authUrl: origin });
		return { counts, results: results.map((result) => ({ ...result, findings: detailsOf(result) })) };
	};
	return { sandbox, service: { ...service, sandbox: { origin, checkConformance } } };
}
