/** Mutants of the event (Spec §2.1, §2.2). */
import type { Mutant } from '../mutating-proxy.ts';
import { type Body, eventField } from './changes.ts';

export const eventMutants: readonly Mutant[] = [
	{ name: 'a number for the event id', caughtBy: ['event.id'], response: eventField('id', Number) },
	{
		name: 'an event without a title',
		caughtBy: ['event.title'],
		response: eventField('title', () => undefined),
	},
	{
		name: 'content as lines',
		caughtBy: ['event.content'],
		response: eventField('content', (value) => [value]),
	},
	{
		name: 'begin_time with a T',
		caughtBy: ['event.begin_time'],
		response: eventField('begin_time', (value) => String(value).replace(' ', 'T')),
	},
	{
		name: 'end_time without seconds',
		caughtBy: ['event.end_time'],
		response: eventField('end_time', (value) => String(value).slice(0, 16)),
	},
	{
		name: 'end_time as seconds since 1970',
		caughtBy: ['event.end_time'],
		response: eventField('end_time', (value) => Date.parse(String(value)) / 1000),
	},
	{
		name: 'an event that ends before it begins',
		caughtBy: ['event.order'],
		response: eventField('end_time', () => '2001-01-01 00:00:00'),
	},
	{
		name: 'geo with a comma',
		caughtBy: ['event.geo'],
		response: eventField('geo', (value) => String(value).replace(' ', ',')),
	},
	{
		name: 'geo with longitude first',
		caughtBy: ['event.geo'],
		response: eventField('geo', (value) => String(value).split(' ').reverse().join(' ')),
	},
	{ name: 'a number for loc_id', caughtBy: ['event.loc_id'], response: eventField('loc_id', Number) },
	{
		name: 'the owner as an id',
		caughtBy: ['event.owner', 'owner.id'],
		response: eventField('owner', () => '1001'),
	},
	{
		name: 'a number for the short name of the owner',
		caughtBy: ['owner.uid'],
		response: eventField('owner', (owner) => ({ ...(owner as Body), uid: 7 })),
	},
	{
		name: 'an owner without a name',
		caughtBy: ['owner.name'],
		response: eventField('owner', (owner) => ({ ...(owner as Body), name: undefined })),
	},
	{
		name: 'an avatar that is not a URL',
		caughtBy: ['owner.avatar'],
		response: eventField('owner', (owner) => ({ ...(owner as Body), avatar: '/avatar.png' })),
	},
	{
		name: 'a string for participant_count',
		caughtBy: ['event.participant_count'],
		response: eventField('participant_count', String),
	},
	{
		name: 'a participant_count that is not the total of participants',
		caughtBy: ['listParticipants.counter'],
		response: eventField('participant_count', (value) => Number(value) + 1),
	},
	{
		name: 'JSON as HTML',
		caughtBy: ['getEvent.media-type'],
		response: (response) => {
			response.headers = [['Content-Type', 'text/html; charset=utf-8']];
		},
	},
	{
		name: 'a wisher_count that is not the total of wishers',
		caughtBy: ['listWishers.counter'],
		response: eventField('wisher_count', (value) => Number(value) + 1),
	},
	{ name: 'a number for album', caughtBy: ['event.album'], response: eventField('album', Number) },
	{
		name: 'a relative URL of the image',
		caughtBy: ['event.image'],
		response: eventField('image', () => '/poster.jpg'),
	},
	{
		name: 'an underscored image_hlarge',
		caughtBy: ['event.image-hlarge'],
		response: eventField('image-hlarge', (value, event) => {
			event.image_hlarge = value;
			return undefined;
		}),
	},
	{
		name: 'the size of image-lmobile in place of its URL',
		caughtBy: ['event.image-lmobile'],
		response: eventField('image-lmobile', () => 480),
	},
	{
		name: 'a relative adapt_url',
		caughtBy: ['event.adapt_url'],
		response: eventField('adapt_url', () => '/e/1'),
	},
	{ name: 'a boolean is_priv', caughtBy: ['event.is_priv'], response: eventField('is_priv', () => false) },
	{
		name: 'has_invited null',
		caughtBy: ['event.has_invited'],
		response: eventField('has_invited', () => null),
	},
	{
		name: 'a flag as a number',
		caughtBy: ['event.can_invite'],
		response: eventField('can_invite', () => 1),
	},
	{
		name: 'a title that differs from the one in the list',
		caughtBy: ['getEvent.as-listed'],
		response: eventField('title', () => 'something else'),
	},
	{
		name: 'an address that differs from the one in the list',
		caughtBy: ['getEvent.as-listed'],
		response: eventField('address', () => 'Somewhere else 1'),
	},
	{
		name: 'a place that differs from the one in the list',
		caughtBy: ['getEvent.as-listed'],
		response: eventField('geo', () => '1.5 1.5'),
	},
	{
		name: 'another owner than in the list',
		caughtBy: ['getEvent.as-listed'],
		response: eventField('owner', (owner) => ({ ...(owner as Body), id: '1' })),
	},
	{
		name: 'the name of another city',
		caughtBy: ['getEvent.city'],
		response: eventField('loc_name', () => 'Elsewhere'),
	},
	{
		name: 'another event than the requested one',
		caughtBy: ['getEvent.response'],
		response: eventField('id', (id) => `${id}1`),
	},
];
