/** The conformance kit with a variant: no differences except those that the variant declares. */
import { readArguments } from '../../../src/conformance/arguments.ts';
import type { Report } from '../../../src/conformance/report.ts';
import { runConformance } from '../../../src/conformance/run.ts';
import { expect } from '../outcome.ts';
import { application, type LawfulService, startService } from '../service/start-service.ts';
import type { Variant } from '../variant.ts';

/** Minimum number of checks with a verdict, so that a run that tries nothing does not pass. */
const fewestTried = 60;

/** Differences that the variant does not declare, each with the expected and the received value. */
function unexpected({ results }: Report, departs: NonNullable<Variant['departs']>): string[] {
	const isDeclared = (id: string) =>
		departs.some((each) => (typeof each === 'string' ? each === id : each.test(id)));
	return results
		.filter(({ verdict, id }) => verdict === 'differs' && !isDeclared(id))
		.map(({ id, findings }) => {
			const [finding] = findings.filter((each) => each.verdict === 'differs');
			return finding?.verdict === 'differs' ? `${id}: expected ${finding.expected}, got ${finding.got}` : id;
		});
}

/** Runs the kit with the command line that its user would write; `--name=value`, since a token may start with a dash. */
async function check(
	variant: Variant,
	service: LawfulService,
	args: readonly string[],
	only?: readonly string[],
): Promise<Report> {
	const { options } = readArguments([
		...['--base-url', service.baseUrl, '--auth-url', service.authUrl],
		...['--client-id', application.clientId, '--client-secret', application.clientSecret],
		...['--redirect-uri', application.redirectUri],
		...args,
	]);
	const report = await runConformance({
		...options,
		now: service.now,
		...(only === undefined ? {} : { only }),
	});
	const differences = unexpected(report, variant.departs ?? []);
	expect(differences.length === 0, differences.join(' | '));
	return report;
}

const tried = ({ counts }: Report) => counts.conforms + counts.open + counts.differs;

async function withService<Result>(
	variant: Variant,
	run: (service: LawfulService) => Promise<Result>,
): Promise<Result> {
	const service = await startService(variant);
	try {
		return await run(service);
	} finally {
		await service.close();
	}
}

/** The kit without a token. */
export const kitAnonymous = (variant: Variant): Promise<void> =>
	withService(variant, async (service) => {
		const report = await check(variant, service, []);
		const isOpen = variant.forbids?.includes('anonymous-reads') !== true;
		expect(
			!isOpen || variant.anonymousLimit !== undefined || tried(report) >= fewestTried,
			`only ${tried(report)} checks were tried`,
		);
	});

/** The kit with a fresh code, whose tokens it continues with, and with writes enabled. */
export const kitWithToken = (variant: Variant): Promise<Report> =>
	withService(variant, async (service) => {
		const report = await check(variant, service, [`--code=${await service.code()}`, '--write']);
		expect(tried(report) >= fewestTried, `only ${tried(report)} checks were tried`);
		const isOpen = (id: string) =>
			report.results.some((result) => result.id === id && result.verdict === 'open');
		const silent = (variant.open ?? []).filter((id) => !isOpen(id));
		expect(silent.length === 0, `not open: ${silent.join(', ')}`);
		return report;
	});

/** The kit with tokens of which the access token has expired, for the refresh (Spec §3.1). */
export const kitWithExpiredToken = (variant: Variant): Promise<void> =>
	withService(variant, async (service) => {
		const { access_token, refresh_token, service_user_id } = await service.tokens();
		const lifetimes = { L1: 7, L2: 30, L3: 90 };
		await service.advance((lifetimes[variant.level ?? 'L1'] + 1) * 86_400);
		const refreshes = ['token.refresh-late', 'token.refresh-once'];
		const tokens = [
			`--token=${access_token}`,
			`--refresh-token=${refresh_token}`,
			`--user=${service_user_id}`,
		];
		const report = await check(variant, service, [...tokens, '--write'], refreshes);
		const skipped = report.results.filter(({ verdict }) => verdict === 'not tried');
		expect(skipped.length === 0, `not tried: ${skipped.map(({ id }) => id).join(', ')}`);
	});
