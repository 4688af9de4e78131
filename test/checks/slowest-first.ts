/** The order of the files of unit tests: a run must not end with a long one while the other workers have nothing left to do. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files below `test/` that take ten seconds or more. A clean clone has measured no file yet, and their size says little. Those
 * that wait are between those that work.
 */
export const slowest: readonly string[] = [
	'lawful/lawful',
	'bff/service/killed-refresh',
	'cli/workers',
	'bff/redis-trouble',
	'rush/rush',
	'chaos/chaos',
	'attack/cost-search',
	'bff/fleet',
	'attack/attack',
	'fleet/faults',
	'conformance/mutants',
	'bff/memory',
	'web/features/attendance/attendance-panel',
	'bff/session/session-store',
	'conformance/lawful',
	'bff/hostile-service',
	'bff/storage/redis',
	'architecture/regular-expressions',
	'bff/processes',
	'bff/http/connection-times',
	'cli/start',
	'bff/search/city-indexes',
];

/** @returns its place among the slowest, or one after them all */
function rank(file: string): number {
	const place = slowest.findIndex((name) => file.includes(`/test/${name}.test.`));
	return place < 0 ? slowest.length : place;
}

export class SlowestFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const others = await super.sort(files);
		return others.toSorted((a, b) => rank(a.moduleId) - rank(b.moduleId));
	}
}
