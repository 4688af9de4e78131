/** Mutants of the event (Spec §2.1, §2.2). */
import type { Fields } from '../../lawful/service/messages.ts';
import { onResponse } from '../../lawful/variants/changes.ts';
import { type Mutant, onField } from './changes.ts';

/** A mutant in one field of an event by itself. */
const field = (
	what: string,
	name: string,
	change: (value: unknown, event: Fields) => unknown,
	caughtBy: readonly string[] = [`event.${name}`],
): Mutant => [what, caughtBy, onField('getEvent', name, change)];

/** A mutant in one field of the owner. */
const ownerField = (what: string, name: string, value: unknown, check = `owner.${name}`): Mutant =>
	field(what, 'owner', (owner) => ({ ...(owner as Fields), [name]: value }), [check]);

export const eventMutants: readonly Mutant[] = [
	field('a number for the event id', 'id', Number),
	field('a number for the title', 'title', () => 7),
	field('content as lines', 'content', (value) => [value]),
	field('begin_time with a T', 'begin_time', (value) => String(value).replace(' ', 'T')),
	field('end_time as seconds since 1970', 'end_time', (value) => Date.parse(String(value)) / 1000),
	field('an event that ends before it begins', 'end_time', () => '2001-01-01 00:00:00', ['event.order']),
	field('geo with longitude first', 'geo', (value) => String(value).split(' ').reverse().join(' ')),
	field('a number for loc_id', 'loc_id', Number),
	field('the owner as an id', 'owner', () => '1001', ['event.owner', 'owner.id']),
	ownerField('a number for the short name of the owner', 'uid', 7),
	ownerField('a number for the name of the owner', 'name', 7),
	ownerField('an avatar that is not a URL', 'avatar', '/avatar.png'),
	field('a string for participant_count', 'participant_count', String),
	field(
		'a participant_count that is not the total of participants',
		'participant_count',
		(n) => Number(n) + 1,
		['listParticipants.counter'],
	),
	[
		'JSON as HTML',
		['getEvent.media-type'],
		onResponse((response) => {
			response.headers = [['Content-Type', 'text/html; charset=utf-8']];
		}),
	],
	field('a wisher_count that is not the total of wishers', 'wisher_count', (n) => Number(n) + 1, [
		'listWishers.counter',
	]),
	field('a number for album', 'album', Number),
	field('a relative URL of the image', 'image', () => '/poster.jpg'),
	field('an underscored image_hlarge', 'image-hlarge', (value, event) => {
		event.image_hlarge = value;
		return undefined;
	}),
	field('the size of image-lmobile in place of its URL', 'image-lmobile', () => 480),
	field('a relative adapt_url', 'adapt_url', () => '/e/1'),
	field('a boolean is_priv', 'is_priv', () => false),
	field('has_invited null', 'has_invited', () => null),
	field('a flag as a number', 'can_invite', () => 1),
	field('another title than in the list', 'title', () => 'something else', ['getEvent.as-listed']),
	field('the name of another city', 'loc_name', () => 'Elsewhere', ['getEvent.city']),
	field('another event than the requested one', 'id', (id) => `${id}1`, ['getEvent.response']),
];
