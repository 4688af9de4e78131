/** Checks for joining, leaving, and marking and unmarking interest (Spec §3.2, §4.2), with one trial per relation. */
import { NotJudged, type ServiceResponse } from '../call.ts';
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
import type { WholeList } from './paging.ts';
import {
	isAccepted,
	type Relation,
	relations,
	type Steps,
	type Trial,
	trialOf,
	writes,
} from './write-trial.ts';

/** Compares a number before and after a step. @param by the expected change */
function judgeChange(
	what: string,
	before: number | null | undefined,
	after: number | null | undefined,
	by: number,
	response: ServiceResponse,
): Finding {
	if (before == null || after == null) return notTried(`${what} is not an exact number`);
	return after === before + by ? conforms : differs(`${what} ${before + by}`, String(after), response);
}

/** A list's total; null if it is only an estimate. */
const exactTotal = (list: WholeList | null) => (list?.total === list?.ids.size ? list?.total : null);

function judgeListed(
	list: WholeList | null,
	id: string | null,
	wanted: boolean,
	what: string,
	response: ServiceResponse,
): Finding {
	if (id === null) return notTried('the user is not known: pass --user');
	if (list === null) return notTried(`${what}: the list cannot be read`);
	const isListed = list.ids.has(id);
	if (!isListed && !list.isComplete)
		return notTried(`${what}: only ${list.ids.size} of ${list.total ?? 'its elements'} can be read`);
	if (isListed === wanted) return conforms;
	const expected = `${id} ${wanted ? 'in' : 'no longer in'} ${what}`;
	return differs(expected, isListed ? 'listed' : 'not listed', response);
}

const directions = [
	{
		key: 'do',
		by: 1,
		does: 'raises',
		lists: ['adds', 'to'],
		again: 'twice: the response is left open, the user is counted once',
	},
	{
		key: 'undo',
		by: -1,
		does: 'lowers',
		lists: ['removes', 'from'],
		again: 'without the relation: the response is left open, no counter changes',
	},
] as const;

const writeChecks = (relation: Relation): Check[] =>
	directions.flatMap(({ key, by, does, lists: [adds, to], again: twice }) => {
		const { count, own, [key]: name } = relations[relation];
		const people = `the event's ${relation}`;
		const wanted = by > 0;
		const ofTrial = (id: string, states: string, judge: (steps: Steps, trial: Trial) => Findings) =>
			check('3.2', `${name}.${id}`, `${name} ${states}`, async (service) => {
				const trial = await trialOf(service, relation);
				if (!wanted && !trial.isShown) throw new NotJudged('nothing shows that there is something to undo');
				return judge(trial[key], trial);
			});
		/** Spec §3.2 doesn't say when a relation begins, so a join may need approval. Interest can't need it. */
		const ofEffect: typeof ofTrial = (id, states, judge) =>
			ofTrial(id, states, (steps, trial) => {
				const mustShow = relation === 'wishers' && isAccepted(steps.first.response) && !trial.wasRelated;
				return trial.isShown || mustShow
					? judge(steps, trial)
					: leftOpen('the event and its lists show no change');
			});
		return [
			ofTrial('status', 'responds with 202', ({ first: { response, late = 0 } }) => [
				expectStatus(response, 202),
				...(late > 0 ? [leftOpen(`takes effect after ${late} s`)] : []),
			]),
			ofEffect('count', `${does} ${count} by one`, ({ before, first: { view, response } }) =>
				judgeChange(count, before.count, view.count, by, response),
			),
			ofEffect('total', `${does} the total of ${people}`, ({ before, first: { view, response } }) =>
				judgeChange('total', exactTotal(before.people), exactTotal(view.people), by, response),
			),
			ofEffect('people', `${adds} the user ${to} ${people}`, ({ first: { view, response } }, { userId }) =>
				judgeListed(view.people, userId, wanted, people, response),
			),
			ofEffect('own-list', `${adds} the event ${to} ${own}`, ({ first }, { userId, eventId }) =>
				judgeListed(first.view.own, userId && eventId, wanted, own, first.response),
			),
			ofTrial('twice', twice, ({ first, second }) => [
				leftOpen(showResponse(second.response)),
				judgeChange(count, first.view.count, second.view.count, 0, second.response),
			]),
			ofTrial('body', 'has a body that is left open', ({ first: { response } }) =>
				leftOpen(response.text.trim() === '' ? 'none' : response.text.slice(0, 80)),
			),
		];
	});

export const writingChecks = [
	...writeChecks('participants'),
	check('4.2', 'joinEvent.participate_date', 'joinEvent accepts a day of the event', async (service) => {
		const { dated } = await trialOf(service, 'participants');
		return dated === null ? [] : expectStatus(dated, 202);
	}),
	check('7', 'joinEvent.malformed-date', 'a malformed date may fail', async (service) => {
		const { malformed } = await trialOf(service, 'participants');
		return malformed === null ? [] : judgeMalformed(malformed, 'participate_date');
	}),
	...writeChecks('wishers'),
	...writes.map((name) => {
		const states = `${name} of an unknown event fails; code and status are left open`;
		return check('7', `${name}.unknown`, states, async (service) => {
			const token = service.writeToken();
			return judgeUnknown(await service.send(name, { id: unknownId }, { token }));
		});
	}),
];
