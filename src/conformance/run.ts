/** Running the battery against a service. Free of Node's modules: the transport is given. */
import { operationPath } from '../contract/operations.ts';
import { battery } from './battery.ts';
import { fetchTransport, NoAnswer, type Transport } from './call.ts';
import { type Check, differs, type Finding, notTried, type Verdict } from './check.ts';
import { type Section, sections } from './sections.ts';
import { LimitReached, openService, type Service, type ServiceOptions } from './service.ts';

export interface CheckResult {
	readonly id: string;
	readonly section: Section;
	readonly states: string;
	readonly verdict: Verdict;
	readonly findings: readonly Finding[];
}

export interface Report {
	readonly baseUrl: string;
	readonly authUrl: string;
	/** When the run began, ISO 8601. */
	readonly at: string;
	readonly counts: Readonly<Record<Verdict, number>>;
	/** In the order of the specification. */
	readonly results: readonly CheckResult[];
}

export type ConformanceOptions = Pick<ServiceOptions, 'baseUrl' | 'authUrl'> &
	Partial<ServiceOptions> & {
		/** Runs only checks with these ids. */
		readonly only?: readonly string[];
		readonly transport?: Transport;
		/** Called after each check. */
		readonly onResult?: (result: CheckResult, done: number, all: number) => void;
	};

/** The battery could not be run at all: the service cannot be reached. */
export class CannotRun extends Error {
	override readonly name = 'CannotRun';
}

const order: readonly Verdict[] = ['differs', 'open', 'conforms', 'not tried'];

/** A check's verdict is its findings' first of: differs, open, conforms, not tried. */
const verdictOf = (findings: readonly Finding[]): Verdict =>
	order.find((verdict) => findings.some((finding) => finding.verdict === verdict)) ?? 'not tried';

/** Longer texts are shortened in the middle, after secrets are out: half a secret would be found by nobody. */
const longest = 240;
const shorten = (text: string): string =>
	text.length <= longest ? text : `${text.slice(0, longest - 80)} … ${text.slice(-77)}`;

/** Takes the tester's secrets out of a finding, for a service that repeats them in what it says. */
function tellable(finding: Finding, { options, tokens }: Service): Finding {
	const secrets = [
		options.application?.clientSecret,
		options.code,
		options.token,
		options.refreshToken,
		tokens.access,
		tokens.refresh,
	].filter((secret) => typeof secret === 'string' && secret.length >= 8);
	const hide = (text: string) =>
		secrets.reduce<string>((hidden, secret) => hidden.replaceAll(String(secret), '(hidden)'), text);
	return Object.fromEntries(
		Object.entries(finding).map(([name, value]) => [name, shorten(hide(value))]),
	) as Finding;
}

async function findingsOf(check: Check, service: Service): Promise<readonly Finding[]> {
	const { options, tokens } = service;
	if (check.needs === 'token' && tokens.access === null) return [notTried('needs a token')];
	if (check.needs === 'write' && !options.write) return [notTried('needs --write')];
	try {
		return await check.run(service);
	} catch (error) {
		if (error instanceof NoAnswer) return [differs('an answer', error.message)];
		if (error instanceof LimitReached) return [notTried(error.message)];
		// A body with the strangest values, such as an object that cannot be made a text.
		if (error instanceof TypeError) return [differs('an answer that can be judged', error.message)];
		throw error;
	}
}

/**
 * Runs the checks one after the other.
 *
 * @param options addresses without a slash at the end; what is not given is not tried
 * @throws CannotRun when the service cannot be reached
 */
export async function runConformance(options: ConformanceOptions): Promise<Report> {
	const { only, transport = fetchTransport, onResult, baseUrl, authUrl, ...given } = options;
	const now = given.now ?? Date.now;
	const service = openService(
		{
			application: null,
			token: null,
			refreshToken: null,
			code: null,
			userId: null,
			locId: null,
			write: false,
			timeout: 15_000,
			pause: 0,
			...given,
			baseUrl,
			authUrl,
			now,
		},
		transport,
	);
	const at = new Date(now()).toISOString();
	await service.read(operationPath('listLocs')).catch((error: unknown) => {
		throw new CannotRun(error instanceof Error ? error.message : String(error), { cause: error });
	});

	const checks = battery.filter(({ id }) => only === undefined || only.includes(id));
	const results: CheckResult[] = [];
	for (const check of checks) {
		const findings = (await findingsOf(check, service)).map((finding) => tellable(finding, service));
		const { id, section, states } = check;
		const result = { id, section, states, verdict: verdictOf(findings), findings };
		results.push(result);
		onResult?.(result, results.length, checks.length);
	}
	const place: readonly string[] = sections.map(([number]) => number);
	return {
		baseUrl,
		authUrl,
		at,
		counts: {
			conforms: results.filter(({ verdict }) => verdict === 'conforms').length,
			differs: results.filter(({ verdict }) => verdict === 'differs').length,
			open: results.filter(({ verdict }) => verdict === 'open').length,
			'not tried': results.filter(({ verdict }) => verdict === 'not tried').length,
		},
		results: results.toSorted((left, right) => place.indexOf(left.section) - place.indexOf(right.section)),
	};
}
