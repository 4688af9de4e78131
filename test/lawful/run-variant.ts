/** One row of the table: a variant on every surface. */
import { Failure, type Outcome, Said, short } from './outcome.ts';
import { startService } from './service/start-service.ts';
import { kitAnonymous, kitWithExpiredToken, kitWithToken } from './surfaces/kit.ts';
import { readingSurfaces, signedInReading } from './surfaces/reading.ts';
import { sharingSurfaces, signedInSearch } from './surfaces/sharing.ts';
import { startDaybill } from './surfaces/start-daybill.ts';
import type { Surface, Visit } from './surfaces/surface.ts';
import { signInSurface, takingPartSurfaces } from './surfaces/taking-part.ts';
import { readTruth } from './surfaces/truth.ts';
import type { Variant } from './variant.ts';

const kits = { kit: kitAnonymous, 'kit with token': kitWithToken, 'kit expired': kitWithExpiredToken };

/** In the order of a visit: a stranger first, then somebody who signs in, and what ends the session last. */
const surfaces: readonly Surface[] = [
	...readingSurfaces,
	...sharingSurfaces,
	signInSurface,
	...signedInReading,
	signedInSearch,
	...takingPartSurfaces,
];

export const surfaceNames: readonly string[] = [...Object.keys(kits), ...surfaces.map(({ name }) => name)];

function outcomeOf(error: unknown, mayBeForbidden: boolean): Outcome {
	if (error instanceof Said)
		return mayBeForbidden
			? { kind: 'said', words: error.message }
			: {
					kind: 'failed',
					why: `says that it is not available although the service forbids nothing: ${error.message}`,
				};
	if (error instanceof Failure) return { kind: 'failed', why: error.message };
	return {
		kind: 'failed',
		why: short(error instanceof Error ? (error.stack ?? error.message) : String(error)),
	};
}

async function tryIt(run: () => Promise<void>, mayBeForbidden: boolean): Promise<Outcome> {
	try {
		await run();
		return { kind: 'ok' };
	} catch (error) {
		return outcomeOf(error, mayBeForbidden);
	}
}

/** How a variant fares, by the name of the surface. */
export type Row = ReadonlyMap<string, Outcome>;

/** Starts Daybill and tries every surface. */
async function visitAll(
	parts: Omit<Visit, 'daybill' | 'stranger' | 'person'>,
	webDir: string,
	row: Map<string, Outcome>,
): Promise<void> {
	const daybill = await startDaybill(parts.variant, parts.service, webDir);
	const visit: Visit = { ...parts, daybill, stranger: daybill.browser(), person: daybill.browser() };
	try {
		for (const { name, needs, run } of surfaces) {
			const mayBeForbidden = needs.some((each) => parts.variant.forbids?.includes(each));
			row.set(name, await tryIt(() => run(visit), mayBeForbidden));
		}
	} finally {
		await daybill.close();
	}
}

/**
 * @param webDir folder of a built web app
 * @param isRendered whether it is the real one, which the BFF renders
 */
export async function runVariant(variant: Variant, webDir: string, isRendered: boolean): Promise<Row> {
	const row = new Map<string, Outcome>();
	for (const [name, kit] of Object.entries(kits)) row.set(name, await tryIt(() => kit(variant), false));
	const rest = async () => {
		const service = await startService(variant);
		try {
			await visitAll({ variant, service, truth: await readTruth(variant, service), isRendered }, webDir, row);
		} finally {
			await service.close();
		}
	};
	const outcome = await tryIt(rest, false);
	for (const name of surfaceNames) if (!row.has(name)) row.set(name, outcome);
	return row;
}
