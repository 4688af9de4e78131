/** Mutants of the event (Spec §2.1, §2.2). */

import type { Fields } from '../service/messages.ts';
import { type Mutant, onField } from './changes.ts';

/** A mutant in one field of a single event. */
const field = (
	what: string,
	name: string,
	change: (value: unknown, event: Fields) => unknown,
	caughtBy: readonly string[] = [`event.${name}`],
): Mutant => [what, caughtBy, onField('getEvent', name, change)];

/** One mutant per way to judge a field is enough, since one table generates the checks of all fields. */
export const eventMutants: readonly Mutant[] = [
	field('a number for the event id', 'id', Number),
	field('begin_time with a T', 'begin_time', (value) => String(value).replace(' ', 'T')),
	field('geo with longitude first', 'geo', () => '116.397428 39.909230'),
	field('the owner as an id', 'owner', () => '1001', ['event.owner', 'owner.id']),
	field('a string for participant_count', 'participant_count', String),
	field(
		'a participant_count that is not the total of participants',
		'participant_count',
		(n) => Number(n) + 1,
		['listParticipants.counter'],
	),
	field('a relative URL of the image', 'image', () => '/poster.jpg'),
	field('a space in the URL of the image', 'image', (url) => `${url}?of=an evening`),
	field('an underscored image_hlarge', 'image-hlarge', (value, event) => {
		event.image_hlarge = value;
		return undefined;
	}),
	field('a different title than in the list', 'title', () => 'something else', ['getEvent.as-listed']),
	field('no adapt_url, which lists have', 'adapt_url', () => undefined, ['getEvent.as-listed']),
	field('the name of another city', 'loc_name', () => 'Elsewhere', ['getEvent.city']),
	field('a different event than the requested one', 'id', (id) => `${id}1`, ['getEvent.response']),
];
