import { CannotRun, NoResponse, NotJudged, type Transport } from './call.ts';
import { type Check, Differs, differs, type Finding, notTried, type Verdict } from './check.ts';
import { accessChecks } from './checks/access.ts';
import { authorizationChecks } from './checks/authorization.ts';
import { dayTypeChecks } from './checks/day-types.ts';
import { errorChecks } from './checks/errors.ts';
import { eventTypeChecks } from './checks/event-types.ts';
import { resourceChecks } from './checks/fields.ts';
import { filterChecks } from './checks/filters.ts';
import { grantChecks, replayChecks } from './checks/grants.ts';
import { limitChecks } from './checks/limits.ts';
import { listChecks } from './checks/lists.ts';
import { operationChecks } from './checks/operations.ts';
import { writingChecks } from './checks/writes.ts';
import { rawTransport } from './raw-transport.ts';
import {
	bySection,
	type CheckResult,
	countVerdicts,
	nestByCause,
	printableFinding,
	printableReason,
	type Report,
	visible,
} from './report.ts';
import { Service, type ServiceOptions } from './service.ts';
import { checkSetUp } from './set-up.ts';

export interface ConformanceOptions extends ServiceOptions {
	readonly only?: readonly string[];
	readonly transport?: Transport;
}

/** All checks in order. First those that get tokens, last those that judge all failures or may end tokens. */
export const battery: readonly Check[] = [
	...grantChecks,
	...resourceChecks,
	...listChecks,
	...operationChecks,
	...dayTypeChecks,
	...eventTypeChecks,
	...filterChecks,
	...authorizationChecks,
	...accessChecks,
	...limitChecks,
	...writingChecks,
	...errorChecks,
	...replayChecks,
];

/** A check's verdict is the first of these among its findings. */
const order: readonly Verdict[] = ['differs', 'open', 'conforms', 'not tried'];

const verdictOf = (findings: readonly Finding[]): Verdict =>
	order.find((verdict) => findings.some((finding) => finding.verdict === verdict)) ?? 'not tried';

async function findingsOf({ run }: Check, service: Service): Promise<readonly Finding[]> {
	try {
		return [await run(service)].flat();
	} catch (error) {
		if (error instanceof NoResponse) return [differs('a response', error.message, error)];
		if (error instanceof NotJudged) return [notTried(error.message)];
		if (error instanceof Differs) return [error.finding];
		throw error;
	}
}

/**
 * Runs the checks one after the other.
 *
 * @param options URLs without a trailing slash; checks whose option is missing are not tried
 * @throws CannotRun if the service can't be reached, or the setup is wrong
 */
export async function runConformance(options: ConformanceOptions): Promise<Report> {
	const { only, transport = rawTransport, baseUrl, authUrl } = options;
	const service = new Service(options, transport);
	const at = new Date().toISOString();
	const results: CheckResult[] = [];
	try {
		await checkSetUp(service);
		for (const check of battery.filter(({ id }) => only?.includes(id) ?? true)) {
			const found = await findingsOf(check, service);
			const findings = found.map((finding) => printableFinding(finding, service.secrets));
			const { run: _run, ...described } = check;
			results.push({ ...described, verdict: verdictOf(findings), findings });
		}
	} catch (error) {
		if (!(error instanceof CannotRun)) throw error;
		throw new CannotRun(printableReason(error.message, service.secrets), { cause: error });
	}
	return {
		baseUrl,
		authUrl,
		at,
		counts: countVerdicts(results),
		results: nestByCause(bySection(results).flatMap((section) => section.results)),
		notes: service.notes.map(visible),
		lacks: service.lacks,
	};
}
