/** Tries a variant on every surface. */
import { Failure, Said, short } from './outcome.ts';
import { startService } from './service/start-service.ts';
import { kitAnonymous, kitWithExpiredToken, kitWithToken } from './surfaces/kit.ts';
import { readingSurfaces, signedInReading } from './surfaces/reading.ts';
import { sharingSurfaces, signedInSearch } from './surfaces/sharing.ts';
import { startDaybill } from './surfaces/start-daybill.ts';
import type { Surface, Visit } from './surfaces/surface.ts';
import { signInSurface, takingPartSurfaces } from './surfaces/taking-part.ts';
import { readTruth } from './surfaces/truth.ts';
import type { Variant } from './variant.ts';

const fewKits = { 'kit with token': kitWithToken };
const allKits = { ...fewKits, kit: kitAnonymous, 'kit expired': kitWithExpiredToken };

/** In the order of a visit: first signed out, then signed in, and last what ends the session. */
const surfaces: readonly Surface[] = [
	...readingSurfaces,
	...sharingSurfaces,
	signInSurface,
	...signedInReading,
	signedInSearch,
	...takingPartSurfaces,
];

/** @returns why it failed, as a sentence; undefined if it succeeded */
async function failureOf(run: () => Promise<unknown>, mayBeForbidden: boolean): Promise<string | undefined> {
	try {
		await run();
		return undefined;
	} catch (error) {
		if (error instanceof Failure) return error.message;
		if (!(error instanceof Said)) return short(error instanceof Error ? `${error.stack}` : String(error));
		return mayBeForbidden ? undefined : `is not available although nothing forbids it: ${error.message}`;
	}
}

/**
 * @param webDir folder of a built web app
 * @param isFull whether this app is the real one, which the BFF renders, and the kit is tried with each kind of token
 * @returns a line for each surface that failed
 */
export async function runVariant(variant: Variant, webDir: string, isFull: boolean): Promise<string[]> {
	const failures: string[] = [];
	const attempt = async (surface: string, run: () => Promise<unknown>, mayBeForbidden = false) => {
		const why = await failureOf(run, mayBeForbidden);
		if (why !== undefined) failures.push(`${variant.name} / ${surface}: ${why}`);
	};
	for (const [name, kit] of Object.entries(isFull ? allKits : fewKits))
		await attempt(name, () => kit(variant));
	const service = await startService(variant);
	try {
		const daybill = await startDaybill(variant, service, webDir);
		try {
			const truth = await readTruth(variant, service);
			const [stranger, person] = [daybill.browser(), daybill.browser()];
			const visit: Visit = { variant, service, truth, isRendered: isFull, daybill, stranger, person };
			for (const { name, needs, run } of surfaces) {
				const mayBeForbidden = needs.some((each) => variant.forbids?.includes(each));
				await attempt(name, () => run(visit), mayBeForbidden);
			}
		} finally {
			await daybill.close();
		}
	} finally {
		await service.close();
	}
	return failures;
}
