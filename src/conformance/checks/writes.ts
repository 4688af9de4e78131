/** Checks of joining and leaving, marking and unmarking interest (Spec §3.2, §4.2), by one trial of each relation. */
import { operationPath } from '../../contract/spec/operations.ts';
import type { ServiceResponse } from '../call.ts';
import {
	type Check,
	check,
	conforms,
	differs,
	expectStatus,
	type Finding,
	type Findings,
	leftOpen,
	notTried,
	showResponse,
} from '../check.ts';
import { judgeMalformed, judgeUnknown } from '../judge.ts';
import { unknownId } from '../service.ts';
import type { WholeList } from './pages.ts';
import { type Relation, relations, type Step, type Trial, trialOf, type View } from './write-trial.ts';

/** Judges a number before and after a step. @param by how much it should change */
function judgeChange(
	what: string,
	before: number | null | undefined,
	after: number | null | undefined,
	by: number,
	response: ServiceResponse,
): Finding {
	if (before == null || after == null) return notTried(`${what} is not a number`);
	return after === before + by ? conforms : differs(`${what} ${before + by}`, String(after), response);
}

/** Judges whether a list has an element, as far as the list can be read. */
function judgeListed(
	list: WholeList | null,
	id: string,
	wanted: boolean,
	what: string,
	response: ServiceResponse,
): Finding {
	if (list === null) return notTried(`${what}: the list cannot be read`);
	const isListed = list.ids.has(id);
	if (!isListed && !list.isComplete)
		return notTried(`${what}: only ${list.ids.size} of ${list.total ?? 'its elements'} can be read`);
	if (isListed === wanted) return conforms;
	const expected = `${id} ${wanted ? 'in' : 'no longer in'} ${what}`;
	return differs(expected, isListed ? 'listed' : 'not listed', response);
}

const unknownUser = notTried('the user is not known: give --user');

/** What differs between doing something and undoing it. */
const directions = [
	{
		key: 'do',
		by: 1,
		does: 'raises',
		lists: ['adds', 'to'],
		again: 'twice: the response is left open, the user is counted once',
		stepsOf: ({ before, done, doneAgain }: Trial) => ({ earlier: before, step: done, again: doneAgain }),
	},
	{
		key: 'undo',
		by: -1,
		does: 'lowers',
		lists: ['removes', 'from'],
		again: 'without the relation: the response is left open, no counter changes',
		stepsOf: ({ doneAgain, undone, undoneAgain }: Trial) => ({
			earlier: doneAgain.view,
			step: undone,
			again: undoneAgain,
		}),
	},
] as const;

const writeChecks = (relation: Relation): Check[] =>
	directions.flatMap(({ key, by, does, lists: [adds, to], again: twice, stepsOf }) => {
		const { count, ownWord, [key]: name } = relations[relation];
		const people = `the event's ${relation}`;
		const wanted = by > 0;
		const ofTrial = (
			id: string,
			states: string,
			judge: (steps: { earlier: View; step: Step; again: Step }, trial: Trial) => Findings,
		) =>
			check('3.2', `${name}.${id}`, `${name} ${states}`, async (service) => {
				const trial = await trialOf(service, relation);
				return judge(stepsOf(trial), trial);
			});
		return [
			ofTrial('status', 'responds with 202', ({ step }) => expectStatus(step.response, 202)),
			ofTrial('count', `${does} ${count} by one`, ({ earlier, step: { view, response } }) =>
				judgeChange(count, earlier.count, view.count, by, response),
			),
			ofTrial('total', `${does} the total of ${people}`, ({ earlier, step: { view, response } }) =>
				judgeChange('total', earlier.people?.total, view.people?.total, by, response),
			),
			ofTrial('people', `${adds} the user ${to} ${people}`, ({ step: { view, response } }, { userId }) =>
				userId === null ? unknownUser : judgeListed(view.people, userId, wanted, people, response),
			),
			ofTrial('own-list', `${adds} the event ${to} the user's ${ownWord}`, ({ step }, { userId, eventId }) =>
				userId === null ? unknownUser : judgeListed(step.view.own, eventId, wanted, ownWord, step.response),
			),
			ofTrial('twice', twice, ({ step, again }) => [
				leftOpen(showResponse(again.response)),
				judgeChange(count, step.view.count, again.view.count, 0, again.response),
			]),
			ofTrial('body', 'has a body that is left open', ({ step: { response } }) =>
				leftOpen(response.text.trim() === '' ? 'none' : response.text.slice(0, 80)),
			),
		];
	});

export const writingChecks: readonly Check[] = [
	...writeChecks('participants'),
	check(
		'4.2',
		'joinEvent.participate_date',
		'joinEvent accepts participate_date, a day of the event',
		async (service) => {
			const { dated } = await trialOf(service, 'participants');
			return dated === null ? [] : expectStatus(dated, 202);
		},
	),
	check(
		'7',
		'joinEvent.malformed-date',
		'whether a malformed participate_date fails, with its name, or is ignored is left open',
		async (service) => {
			const { malformed } = await trialOf(service, 'participants');
			return malformed === null ? [] : judgeMalformed(malformed, 'participate_date');
		},
	),
	...writeChecks('wishers'),
	...Object.values(relations).flatMap((relation) =>
		(['do', 'undo'] as const).map((key) => {
			const name = relation[key];
			const states = `${name} of an unknown event fails; code and status are left open`;
			return check('7', `${name}.unknown`, states, async (service) => {
				const token = service.writeToken();
				const method = key === 'do' ? 'POST' : 'DELETE';
				const path = operationPath(name, { id: unknownId });
				return judgeUnknown(await service.call(path, { method, token }));
			});
		}),
	),
];
