/** A sandbox in which tokens can expire many times while the same events stay open. */
import type { WireEventList } from '../../src/contract/spec/resources.ts';
import type { Control } from '../sandbox/control.ts';

/** Lifetime of an access token at level L1 in seconds (Spec §5). */
const week = 7 * 86_400;
/** How often tokens may expire. */
export const maxWeeks = 20;

/** Sets the clock of a sandbox back. @returns ids of events that are open for {@link maxWeeks} */
export async function prepareLongRun(sandboxOrigin: string, control: Control): Promise<string[]> {
	const exhibitions = `${sandboxOrigin}/v2/event/list?day_type=future&type=exhibition&count=100`;
	const { events } = (await (await fetch(exhibitions)).json()) as WireEventList;
	const open = events.toSorted((a, b) => (a.end_time < b.end_time ? 1 : -1)).slice(0, 6);
	if (open.length < 3) throw new Error('the seed has too few exhibitions');
	await control('POST', '/clock', { advance_seconds: -maxWeeks * week });
	return open.map(({ id }) => id);
}

/** Lets all access tokens expire: the next calls refresh. */
export const expireTokens = (control: Control) => control('POST', '/clock', { advance_seconds: week + 60 });

/** Lets an hour pass, so that the limits of the service are counted anew. */
export const passAnHour = (control: Control) => control('POST', '/clock', { advance_seconds: 3_600 });
