/** Runs the battery against a service. Free of Node's modules: the transport is given. */
import { battery } from './battery.ts';
import { fetchTransport, NoResponse, type Transport } from './call.ts';
import { CannotRun } from './cannot-run.ts';
import { type Check, type Finding, NotJudged, notTried, type Verdict } from './check.ts';
import type { Secrets } from './curl.ts';
import { openService } from './open-service.ts';
import { hideSecrets } from './secrets.ts';
import { type Section, sections } from './sections.ts';
import type { Service, ServiceOptions } from './service.ts';
import { checkSetUp } from './set-up.ts';
import { visible } from './visible.ts';

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
	/** What the tester must know beside the results, such as data that could not be restored. */
	readonly notes: readonly string[];
}

export type ConformanceOptions = Pick<ServiceOptions, 'baseUrl' | 'authUrl'> &
	Partial<ServiceOptions> & {
		/** Runs only checks with these ids. */
		readonly only?: readonly string[];
		readonly transport?: Transport;
		/** Called after each check. */
		readonly onResult?: (result: CheckResult, done: number, all: number) => void;
	};

const order: readonly Verdict[] = ['differs', 'open', 'conforms', 'not tried'];

/** A check's verdict is its findings' first of: differs, open, conforms, not tried. */
const verdictOf = (findings: readonly Finding[]): Verdict =>
	order.find((verdict) => findings.some((finding) => finding.verdict === verdict)) ?? 'not tried';

/** Characters of a text of the report, and of those how many are its end. */
const inReport = { most: 240, end: 77 };
/** The same for the reason why the check cannot run, which ends with the remedy. */
const asReason = { most: 700, end: 400 };

/** Cuts a long text in the middle. Secrets are hidden before: half a secret would not be recognized. */
const shorten = (text: string, { most, end }: typeof inReport): string =>
	text.length <= most ? text : `${text.slice(0, most - end - 3)} … ${text.slice(-end)}`;

/** A finding as the report shows it: without secrets, without characters that act on what prints it, and not too long. */
function printable(finding: Finding, secrets: Secrets): Finding {
	const texts = Object.entries(finding).map(([name, value]) => {
		const hidden = hideSecrets(value, secrets);
		return [name, visible(name === 'request' ? hidden : shorten(hidden, inReport))];
	});
	return Object.fromEntries(texts) as Finding;
}

async function findingsOf(check: Check, service: Service): Promise<readonly Finding[]> {
	const { options, tokens } = service;
	if (check.needs === 'token' && tokens.access === null) return [notTried('needs a token')];
	if (check.needs === 'write' && !options.write) return [notTried('needs --write')];
	try {
		return await check.run(service);
	} catch (error) {
		if (error instanceof NoResponse)
			return [{ verdict: 'differs', expected: 'a response', got: error.message, request: error.curl }];
		if (error instanceof NotJudged) return [notTried(error.message)];
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
	const { only, transport = fetchTransport, onResult, baseUrl, authUrl, ...given } = options;
	const now = given.now ?? Date.now;
	const service = openService(
		{
			application: null,
			token: null,
			readOnlyToken: null,
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
	const checks = battery.filter(({ id }) => only === undefined || only.includes(id));
	const results: CheckResult[] = [];
	try {
		await checkSetUp(service);
		for (const check of checks) {
			const findings = (await findingsOf(check, service)).map((finding) =>
				printable(finding, service.secrets),
			);
			const { id, section, states } = check;
			const result = { id, section, states, verdict: verdictOf(findings), findings };
			results.push(result);
			onResult?.(result, results.length, checks.length);
		}
	} catch (error) {
		if (error instanceof CannotRun)
			throw new CannotRun(visible(shorten(hideSecrets(error.message, service.secrets), asReason)), {
				cause: error,
			});
		throw error;
	}
	const place: readonly string[] = sections.map(([number]) => number);
	const countOf = (verdict: Verdict) => results.filter((result) => result.verdict === verdict).length;
	return {
		baseUrl,
		authUrl,
		at,
		counts: {
			conforms: countOf('conforms'),
			differs: countOf('differs'),
			open: countOf('open'),
			'not tried': countOf('not tried'),
		},
		results: results.toSorted((left, right) => place.indexOf(left.section) - place.indexOf(right.section)),
		notes: service.notes.map(visible),
	};
}
