/** Checks of joining and leaving, marking and unmarking interest (Spec §3.2, §4.2), by one trial of each relation. */

import { operationPath } from '../../contract/spec/operations.ts';
import type { ServiceResponse } from '../call.ts';
import { type Check, conforms, differs, type Finding, leftOpen, notTried, showResponse } from '../check.ts';
import { judgeCode, judgeUnknown } from '../error-code.ts';
import { type Service, unknownId } from '../service.ts';
import { type Relation, type Trial, trialOf, type View } from './write-trial.ts';

const isAccepted = (response: ServiceResponse): Finding =>
	response.status === 202 ? conforms : differs('HTTP status 202', showResponse(response), response);

const names = {
	participants: { do: 'joinEvent', undo: 'leaveEvent', count: 'participant_count', own: 'user_participated' },
	wishers: { do: 'wishEvent', undo: 'unwishEvent', count: 'wisher_count', own: 'user_wished' },
} as const;

/** One judgement over a trial. */
const judged =
	(relation: Relation, judge: (trial: Trial) => readonly Finding[]): Check['run'] =>
	async (service: Service) => {
		const trial = await trialOf(service, relation);
		return trial === null
			? [notTried('needs --write, a token, and an event that lasts until tomorrow')]
			: judge(trial);
	};

/** Judges a number before and after a step. @param by how much it should change */
function judgeChange(
	what: string,
	before: number | null,
	after: number | null,
	by: number,
	response: ServiceResponse,
): Finding {
	if (before === null || after === null) return notTried(`${what} is not a number`);
	return after === before + by ? conforms : differs(`${what} ${before + by}`, String(after), response);
}

/** Judges whether a list has an element, as far as the list can be read. */
function judgeListed(
	list: View['people'],
	id: string,
	wanted: boolean,
	what: string,
	response: ServiceResponse,
): Finding {
	if (list === null) return notTried(`${what}: the list cannot be read`);
	const isListed = list.items.some((item) => item.id === id);
	if (!isListed && !list.isComplete)
		return notTried(`${what}: only ${list.items.length} of ${list.total ?? 'its elements'} can be read`);
	if (isListed === wanted) return conforms;
	return differs(
		`${id} ${wanted ? 'in' : 'no longer in'} ${what}`,
		isListed ? 'listed' : 'not listed',
		response,
	);
}

const unknownUser = notTried('the user is not known: give --user');

function writeChecks(relation: Relation): Check[] {
	const { do: doName, undo, count, own } = names[relation];
	const check = (id: string, states: string, judge: (trial: Trial) => readonly Finding[]): Check => ({
		id,
		section: '3.2',
		states,
		needs: 'write',
		run: judged(relation, judge),
	});
	const people = `the event's ${relation}`;
	return [
		check(`${doName}.status`, `${doName} responds with 202`, ({ done }) => [isAccepted(done)]),
		check(`${doName}.count`, `${doName} raises ${count} by one`, ({ before, done, after }) => [
			judgeChange(count, before.count, after.count, 1, done),
		]),
		check(`${doName}.total`, `${doName} raises the total of ${people}`, ({ before, done, after }) => [
			judgeChange('total', before.people?.total ?? null, after.people?.total ?? null, 1, done),
		]),
		check(`${doName}.people`, `${doName} adds the user to ${people}`, ({ userId, done, after }) => [
			userId === null ? unknownUser : judgeListed(after.people, userId, true, people, done),
		]),
		check(`${doName}.own-list`, `${doName} adds the event to the user's ${own}`, (trial) => [
			trial.userId === null
				? unknownUser
				: judgeListed(trial.after.own, trial.eventId, true, own, trial.done),
		]),
		check(`${doName}.body`, `the body of ${doName} is left open`, ({ done }) => [
			leftOpen(done.text.trim() === '' ? 'none' : done.text.slice(0, 80)),
		]),
		check(
			`${doName}.twice`,
			`${doName} twice: the response is left open, the user is counted once`,
			({ doneAgain, after, afterAgain }) => [
				leftOpen(showResponse(doneAgain)),
				judgeChange(count, after.count, afterAgain.count, 0, doneAgain),
			],
		),
		check(`${undo}.status`, `${undo} responds with 202`, ({ undone }) => [isAccepted(undone)]),
		check(`${undo}.count`, `${undo} lowers ${count} by one`, ({ afterAgain, undone, afterUndone }) => [
			judgeChange(count, afterAgain.count, afterUndone.count, -1, undone),
		]),
		check(`${undo}.total`, `${undo} lowers the total of ${people}`, ({ afterAgain, undone, afterUndone }) => [
			judgeChange('total', afterAgain.people?.total ?? null, afterUndone.people?.total ?? null, -1, undone),
		]),
		check(`${undo}.people`, `${undo} removes the user from ${people}`, (trial) => [
			trial.userId === null
				? unknownUser
				: judgeListed(trial.afterUndone.people, trial.userId, false, people, trial.undone),
		]),
		check(`${undo}.own-list`, `${undo} removes the event from the user's ${own}`, (trial) => [
			trial.userId === null
				? unknownUser
				: judgeListed(trial.afterUndone.own, trial.eventId, false, own, trial.undone),
		]),
		check(
			`${undo}.twice`,
			`${undo} without the relation: the response is left open, no counter changes`,
			({ undoneAgain, afterUndone, afterUndoneAgain }) => [
				leftOpen(showResponse(undoneAgain)),
				judgeChange(count, afterUndone.count, afterUndoneAgain.count, 0, undoneAgain),
			],
		),
	];
}

export const writingChecks: readonly Check[] = [
	...writeChecks('participants'),
	{
		id: 'joinEvent.participate_date',
		section: '4.2',
		states: 'joinEvent accepts participate_date, a day of the event',
		needs: 'write',
		run: judged('participants', ({ dated }) => (dated === null ? [] : [isAccepted(dated)])),
	},
	{
		id: 'joinEvent.malformed-date',
		section: '7',
		states: 'whether a malformed participate_date fails, with its name, or is ignored is left open',
		needs: 'write',
		run: judged('participants', ({ malformed }) => {
			if (malformed === null) return [];
			return malformed.status === 202 ? [leftOpen('ignored')] : judgeCode(malformed, [], 'participate_date');
		}),
	},
	...writeChecks('wishers'),
	...(['joinEvent', 'wishEvent', 'leaveEvent', 'unwishEvent'] as const).map(
		(name): Check => ({
			id: `${name}.unknown`,
			section: '7',
			states: `${name} of an unknown event fails; code and status are left open`,
			needs: 'write',
			run: async (service) => {
				const { access } = service.tokens;
				if (access === null) return [notTried('needs a token')];
				const method = name === 'joinEvent' || name === 'wishEvent' ? 'POST' : 'DELETE';
				const path = operationPath(name, { id: unknownId });
				return judgeUnknown(await service.call(path, { method, token: access }));
			},
		}),
	),
];
