/** Descriptions of operations and parameters. Separate from the table of operations, which every page loads. */
import type { OperationName, ParameterName } from './operations.ts';

export const operationTexts: Readonly<Record<OperationName, string>> = {
	listEvents: 'Events of a city, by day and type',
	listCreatedEvents: 'Events created by a user',
	listParticipatedEvents: 'Events that a user is going to',
	listWishedEvents: 'Events that a user is interested in',
	getEvent: 'One event',
	listParticipants: 'Users who are going to an event',
	listWishers: 'Users who are interested in an event',
	listLocs: 'Cities',
	getLoc: 'One city',
	joinEvent: 'Join an event',
	leaveEvent: 'Leave an event',
	wishEvent: 'Mark interest in an event',
	unwishEvent: 'Unmark interest in an event',
};

export const parameterTexts: Readonly<Record<ParameterName, string>> = {
	loc: 'city identifier',
	day_type: 'time-range filter',
	type: 'event category; a number may be used in place of the word',
	status: 'filters by whether the event is over',
	participate_date: 'day on which the user will attend, %Y-%m-%d; undecided if omitted',
	start: 'index of the first element, from 0',
	count: 'number of elements; the specification leaves default and limit open',
};
