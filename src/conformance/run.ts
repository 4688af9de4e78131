/** Runs the battery against a service. */
import { battery } from './battery.ts';
import { CannotRun, NoResponse, NotJudged, type Transport } from './call.ts';
import { type Check, Differs, differs, type Finding, notTried, type Verdict } from './check.ts';
import { printableFinding, printableReason, visible } from './printable.ts';
import { rawTransport } from './raw-transport.ts';
import { bySection, type CheckResult, countVerdicts, type Report } from './report.ts';
import { Service, type ServiceOptions } from './service.ts';
import { checkSetUp } from './set-up.ts';

export type ConformanceOptions = Pick<ServiceOptions, 'baseUrl' | 'authUrl'> &
	Partial<ServiceOptions> & {
		/** Runs only checks with these ids. */
		readonly only?: readonly string[];
		readonly transport?: Transport;
	};

const notGiven = {
	...{ application: null, token: null, readOnlyToken: null, refreshToken: null, code: null },
	...{ userId: null, locId: null, write: false, timeout: 15_000, pause: 0 },
};

const order: readonly Verdict[] = ['differs', 'open', 'conforms', 'not tried'];

/** A check's verdict is its findings' first of: differs, open, conforms, not tried. */
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
 * @param options URLs without a slash at the end; what needs an option that is not given is not tried
 * @throws CannotRun when the service cannot be reached, or the set-up is wrong
 */
export async function runConformance(options: ConformanceOptions): Promise<Report> {
	const { only, transport = rawTransport, baseUrl, authUrl, ...given } = options;
	const now = given.now ?? Date.now;
	const service = new Service({ ...notGiven, ...given, baseUrl, authUrl, now }, transport);
	const at = new Date(now()).toISOString();
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
		results: bySection(results).flatMap((section) => section.results),
		notes: service.notes.map(visible),
	};
}
