/** Mutants of the event (Spec §2.1, §2.2). */
import type { Mutant } from '../mutating-proxy.ts';
import { type Body, eventField } from './changes.ts';

export const eventMutants: readonly Mutant[] = [
	{ name: 'a number for the event id', caughtBy: ['event.id'], answer: eventField('id', Number) },
	{
		name: 'an event without a title',
		caughtBy: ['event.title'],
		answer: eventField('title', () => undefined),
	},
	{ name: 'content null', caughtBy: ['event.content'], answer: eventField('content', () => null) },
	{
		name: 'begin_time with a T',
		caughtBy: ['event.begin_time'],
		answer: eventField('begin_time', (value) => String(value).replace(' ', 'T')),
	},
	{
		name: 'end_time without seconds',
		caughtBy: ['event.end_time'],
		answer: eventField('end_time', (value) => String(value).slice(0, 16)),
	},
	{
		name: 'end_time as seconds since 1970',
		caughtBy: ['event.end_time'],
		answer: eventField('end_time', (value) => Date.parse(String(value)) / 1000),
	},
	{
		name: 'an event that ends before it begins',
		caughtBy: ['event.order'],
		answer: eventField('end_time', () => '2001-01-01 00:00:00'),
	},
	{
		name: 'geo with a comma',
		caughtBy: ['event.geo'],
		answer: eventField('geo', (value) => String(value).replace(' ', ',')),
	},
	{
		name: 'geo with longitude first',
		caughtBy: ['event.geo'],
		answer: eventField('geo', (value) => String(value).split(' ').reverse().join(' ')),
	},
	{ name: 'a number for loc_id', caughtBy: ['event.loc_id'], answer: eventField('loc_id', Number) },
	{
		name: 'the owner as an id',
		caughtBy: ['event.owner', 'owner.id'],
		answer: eventField('owner', () => '1001'),
	},
	{
		name: 'an owner without uid',
		caughtBy: ['owner.uid'],
		answer: eventField('owner', (owner) => ({ ...(owner as Body), uid: undefined })),
	},
	{
		name: 'an avatar that is not an address',
		caughtBy: ['owner.avatar'],
		answer: eventField('owner', (owner) => ({ ...(owner as Body), avatar: '/avatar.png' })),
	},
	{
		name: 'a string for participant_count',
		caughtBy: ['event.participant_count'],
		answer: eventField('participant_count', String),
	},
	{
		name: 'a wisher_count that is not the total of wishers',
		caughtBy: ['listWishers.counter'],
		answer: eventField('wisher_count', (value) => Number(value) + 1),
	},
	{ name: 'a number for album', caughtBy: ['event.album'], answer: eventField('album', Number) },
	{
		name: 'a relative image address',
		caughtBy: ['event.image'],
		answer: eventField('image', () => '/poster.jpg'),
	},
	{
		name: 'an underscored image_hlarge',
		caughtBy: ['event.image-hlarge'],
		answer: eventField('image-hlarge', (value, event) => {
			event.image_hlarge = value;
			return undefined;
		}),
	},
	{
		name: 'no image-lmobile',
		caughtBy: ['event.image-lmobile'],
		answer: eventField('image-lmobile', () => undefined),
	},
	{ name: 'no adapt_url', caughtBy: ['event.adapt_url'], answer: eventField('adapt_url', () => undefined) },
	{ name: 'a boolean is_priv', caughtBy: ['event.is_priv'], answer: eventField('is_priv', () => false) },
	{
		name: 'no has_invited',
		caughtBy: ['event.has_invited'],
		answer: eventField('has_invited', () => undefined),
	},
	{
		name: 'a flag that says maybe',
		caughtBy: ['event.can_invite'],
		answer: eventField('can_invite', () => 'maybe'),
	},
	{
		name: 'another title by itself than in the list',
		caughtBy: ['getEvent.as-listed'],
		answer: eventField('title', () => 'something else'),
	},
	{
		name: 'another event than the one asked for',
		caughtBy: ['getEvent.answer'],
		answer: eventField('id', (id) => `${id}1`),
	},
];
