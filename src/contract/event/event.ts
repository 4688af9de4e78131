/** Derives an event's place and visibility from its fields. */
import type { Event, PublicEvent } from './schemas.ts';

export type { Event, PublicEvent };

// `readPrivacy` in `parse-resources.ts` reads `is_priv`.
export const isPublic = (event: Event): event is PublicEvent => event.privacy === 'public';

/** An event's place in one line: the address, else the city, else the coordinates; may be empty. */
export const placeOf = ({ address, locName, geo }: Pick<Event, 'address' | 'locName' | 'geo'>): string =>
	address || locName || (geo === null ? '' : `${geo.latitude}, ${geo.longitude}`);

/** Key shared by events at the same place: the address, else the coordinates; empty without both. */
export const placeKey = ({ address, geo }: Pick<Event, 'address' | 'geo'>): string =>
	placeOf({ address, geo, locName: '' });

const hasChinese = /\p{Script=Han}/u;

/** Removes a leading city from an address, and moves the venue, the address's last part, to the front. */
export function venueFirst({ address, locName }: Pick<Event, 'address' | 'locName'>): string {
	if (locName === '' || !address.startsWith(locName)) return address;
	const rest = address.slice(locName.length).replace(/^[\s,,、]+/, '');
	const byComma = rest.split(/[,,、]/);
	const isBySpace = byComma.length === 1 && hasChinese.test(rest);
	const parts = (isBySpace ? rest.split(' ') : byComma).map((part) => part.trim());
	const venue = parts.at(-1) ?? '';
	if (venue === '') return address;
	const street = parts.slice(0, -1).join(isBySpace ? ' ' : ', ');
	return street === '' ? venue : `${venue} · ${street}`;
}

/** How many people are going or interested. */
export const interestIn = (event: Pick<Event, 'participantCount' | 'wisherCount'>): number =>
	event.participantCount + event.wisherCount;
