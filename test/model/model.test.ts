/** Random sequences of steps. `MODEL_RUNS=1000 npm run model` runs more of them, `MODEL_SEED=7` others. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { newModel, settle, steps } from './steps.ts';
import { startWorld } from './world.ts';

const runs = Number(process.env.MODEL_RUNS ?? 2);
const seed = Number(process.env.MODEL_SEED ?? 20_261_129);
/** Each sequence takes hours of virtual time. After more than this many, the world's events would begin. */
const runsPerWorld = 15;

const worlds = Array.from({ length: Math.ceil(runs / runsPerWorld) }, (_, index) => index);

it.each(worlds)(
	'nobody sees their change undone, and all surfaces agree in the end: world %i',
	{
		timeout: 60_000 + runsPerWorld * 60_000,
	},
	async (index) => {
		const world = await startWorld();
		await fc.assert(
			fc.asyncProperty(fc.commands(steps, { size: 'medium', maxCommands: 30 }), async (commands) => {
				const ids = await world.unrelatedEvents(2);
				expect(ids).toHaveLength(2);
				const model = await newModel(world, ids);
				await fc.asyncModelRun(() => ({ model, real: world }), commands);
				await settle(world, model);
			}),
			{
				numRuns: Math.min(runsPerWorld, runs - index * runsPerWorld),
				seed: seed + index,
				// Don't shrink: a shorter sequence would start in the state that the failed one has left.
				endOnFailure: true,
			},
		);
	},
);
