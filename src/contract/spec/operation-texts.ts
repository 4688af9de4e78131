/** Descriptions of operations and parameters. Separate from the table of operations, which every page loads. */
import type { OperationName, ParameterName } from './operations.ts';

export const operationTexts: Readonly<Record<OperationName, string>> = {
	listEvents: 'Events of a city, by day and type',
	listCreatedEvents: 'Events created by a user',
	listParticipatedEvents: 'Events a user takes part in',
	listWishedEvents: 'Events a user is interested in',
	getEvent: 'One event',
	listParticipants: 'Users who take part',
	listWishers: 'Users who are interested',
	listLocs: 'Cities',
	getLoc: 'One city',
	joinEvent: 'Take part',
	leaveEvent: 'No longer take part',
	wishEvent: 'Mark interest',
	unwishEvent: 'Unmark interest',
};

export const parameterTexts: Readonly<Record<ParameterName, string>> = {
	loc: 'city identifier',
	day_type: 'time-range filter',
	type: 'event category; a number may be used in place of the word',
	status: 'filters by whether the event is over',
	participate_date: 'date the user will attend, %Y-%m-%d; undetermined when omitted',
	start: 'index of the first element, from 0',
	count: 'number of elements; the specification leaves default and limit open',
};
