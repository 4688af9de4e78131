import type { Event } from '../../../contract/event/event.ts';

const hasChinese = /\p{Script=Han}/u;

/** Removes the city from an address. If it comes first, the address goes from large to small, and the venue is last. */
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
