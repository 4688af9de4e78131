/** Starts the embedded sandbox as the service of a BFF, if no other service is configured. */
import type { BffSettings } from '../bff/settings.ts';
import { formatFinding } from '../conformance/report.ts';
import { runConformance } from '../conformance/run.ts';
import type { ConformanceReport } from '../contract/bff-api/developers.ts';
import { type RunningSandbox, startSandbox } from '../sandbox/app.ts';
import type { Settings } from './settings.ts';

/** The conformance check of the sandbox, for the developers' console. @param origin of the sandbox */
async function checkConformance(origin: string): Promise<ConformanceReport> {
	const { counts, results } = await runConformance({ baseUrl: origin, authUrl: origin });
	return {
		counts,
		results: results.map(({ findings, ...result }) => ({
			...result,
			findings: findings.flatMap((finding) => formatFinding(finding) ?? []),
		})),
	};
}

/** The settings of a BFF that is in front of the embedded sandbox. @param origin of the sandbox */
function inFrontOfSandbox({ bff }: Settings, origin: string): Partial<BffSettings> {
	const service = { eventsBaseUrl: origin, eventsAuthUrl: origin };
	return bff.sandboxControl === undefined
		? service
		: { ...service, sandboxControl: origin, conformance: () => checkConformance(origin) };
}

/**
 * @param site name of the brand, by which people know the demo application when they allow it to use their account
 * @returns the sandbox, null where another service is configured, and the settings that a BFF needs for it
 * @throws as `startSandbox`
 */
export async function startEmbeddedSandbox(
	settings: Settings,
	site?: string,
): Promise<{
	sandbox: RunningSandbox | null;
	service: Partial<BffSettings>;
}> {
	if (!settings.sandbox.enabled) return { sandbox: null, service: {} };
	const sandbox = await startSandbox({ ...settings.sandbox, applicationName: site });
	return { sandbox, service: inFrontOfSandbox(settings, sandbox.origin) };
}
