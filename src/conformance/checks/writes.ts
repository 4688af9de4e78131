/** Checks of joining and leaving, marking and unmarking interest (Spec §3.2, §4.2), by one trial of each relation. */

import { operationPath } from '../../contract/operations.ts';
import type { Answer } from '../call.ts';
import {
	type Check,
	conforms,
	differs,
	expectEqual,
	type Finding,
	leftOpen,
	notTried,
	showAnswer,
} from '../check.ts';
import { judgeCode } from '../error-code.ts';
import type { Service } from '../service.ts';
import { type Relation, type Trial, trialOf } from './write-trial.ts';

const isAccepted = (answer: Answer): Finding =>
	answer.status === 202 ? conforms : differs('HTTP status 202', showAnswer(answer));

const words = {
	participants: { do: 'joinEvent', undo: 'leaveEvent', count: 'participant_count', own: 'user_participated' },
	wishers: { do: 'wishEvent', undo: 'unwishEvent', count: 'wisher_count', own: 'user_wished' },
} as const;

/** One judgement over a trial. */
const judged =
	(relation: Relation, judge: (trial: Trial) => readonly Finding[]): Check['run'] =>
	async (service: Service) => {
		const trial = await trialOf(service, relation);
		return trial === null ? [notTried('needs --write, a token, and an event that goes on')] : judge(trial);
	};

function writeChecks(relation: Relation): Check[] {
	const { do: doName, undo, count, own } = words[relation];
	const check = (id: string, states: string, judge: (trial: Trial) => readonly Finding[]): Check => ({
		id,
		section: '3.2',
		states,
		needs: 'write',
		run: judged(relation, judge),
	});
	const byUser = (userId: string | null, judge: (userId: string) => Finding[]): Finding[] =>
		userId === null ? [notTried('the user is not known: give --user')] : judge(userId);
	return [
		check(`${doName}.status`, `${doName} answers 202`, ({ done }) => [isAccepted(done)]),
		check(`${doName}.count`, `${doName} raises ${count} by one`, ({ before, after }) => [
			expectEqual(count, after.count, before.count + 1),
		]),
		check(`${doName}.total`, `${doName} raises the total of the event's ${relation}`, ({ before, after }) => [
			expectEqual('total', after.total, before.total + 1),
		]),
		check(`${doName}.people`, `${doName} puts the user among the event's ${relation}`, ({ userId, after }) =>
			byUser(userId, (id) => [
				after.userIds.includes(id) ? conforms : differs(`user ${id} in the list`, after.userIds.join(', ')),
			]),
		),
		check(
			`${doName}.own-list`,
			`${doName} puts the event on the user's ${own}`,
			({ userId, eventId, after }) =>
				byUser(userId, () => [
					after.isListed === true ? conforms : differs(`event ${eventId} in the list`, 'not listed'),
				]),
		),
		check(`${doName}.body`, `the body of ${doName} is left open`, ({ done }) => [
			leftOpen(done.text === '' ? 'none' : done.text.slice(0, 80)),
		]),
		check(
			`${doName}.twice`,
			`${doName} twice: its answer is left open, the user is counted once`,
			({ doneAgain, after, afterAgain }) => [
				leftOpen(showAnswer(doneAgain)),
				expectEqual(count, afterAgain.count, after.count),
			],
		),
		check(`${undo}.status`, `${undo} answers 202`, ({ undone }) => [isAccepted(undone)]),
		check(`${undo}.count`, `${undo} lowers ${count} by one`, ({ afterAgain, afterUndone }) => [
			expectEqual(count, afterUndone.count, afterAgain.count - 1),
		]),
		check(
			`${undo}.total`,
			`${undo} lowers the total of the event's ${relation}`,
			({ afterAgain, afterUndone }) => [expectEqual('total', afterUndone.total, afterAgain.total - 1)],
		),
		check(
			`${undo}.people`,
			`${undo} takes the user from the event's ${relation}`,
			({ userId, afterUndone }) =>
				byUser(userId, (id) => [
					afterUndone.userIds.includes(id)
						? differs(`user ${id} gone from the list`, 'still listed')
						: conforms,
				]),
		),
		check(
			`${undo}.own-list`,
			`${undo} takes the event from the user's ${own}`,
			({ userId, eventId, afterUndone }) =>
				byUser(userId, () => [
					afterUndone.isListed === false
						? conforms
						: differs(`event ${eventId} gone from the list`, 'still listed'),
				]),
		),
		check(
			`${undo}.twice`,
			`${undo} of what is undone: its answer is left open, nothing is counted`,
			({ undoneAgain, afterUndone, afterUndoneAgain }) => [
				leftOpen(showAnswer(undoneAgain)),
				expectEqual(count, afterUndoneAgain.count, afterUndone.count),
			],
		),
	];
}

export const writingChecks: readonly Check[] = [
	...writeChecks('participants'),
	{
		id: 'joinEvent.participate_date',
		section: '4.2',
		states: 'joinEvent takes participate_date, a day of the event',
		needs: 'write',
		run: judged('participants', ({ doneAgain }) => [isAccepted(doneAgain)]),
	},
	{
		id: 'joinEvent.malformed-date',
		section: '7',
		states: 'a malformed participate_date is refused with its name or passed over; which is left open',
		needs: 'write',
		run: judged('participants', ({ malformed }) => {
			if (malformed === null) return [];
			return malformed.status === 202
				? [leftOpen('passed over')]
				: judgeCode(malformed, [], 'participate_date');
		}),
	},
	...writeChecks('wishers'),
	...(['joinEvent', 'wishEvent', 'leaveEvent', 'unwishEvent'] as const).map(
		(name): Check => ({
			id: `${name}.unknown`,
			section: '7',
			states: `${name} of an unknown event fails with HTTP 400; its code is left open`,
			needs: 'write',
			run: async (service) => {
				const { access } = service.tokens;
				if (!service.options.write || access === null) return [notTried('needs --write and a token')];
				const method = name === 'joinEvent' || name === 'wishEvent' ? 'POST' : 'DELETE';
				const path = operationPath(name, { id: '999999999999' });
				return judgeCode(await service.call(path, { method, token: access }), []);
			},
		}),
	),
];
