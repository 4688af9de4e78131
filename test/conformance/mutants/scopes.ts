/** Mutants that let a token write that may only read (Spec §5). Catching them needs a second token. */
import type { Mutant } from '../mutating-proxy.ts';
import { at, type Body, json, paths } from './changes.ts';

const lacksScope = (body: unknown) => [108, 109].includes(Number((body as Body).code));

/** Accepts one write without its scope. */
const accepting = (name: string, method: string, path: RegExp, check: string): Mutant => ({
	name: `a read-only token may ${name}`,
	caughtBy: [check],
	response: (response, request) => {
		if (at(request, path, method) && lacksScope(response.body)) Object.assign(response, json(202, {}));
	},
});

export const scopeMutants: readonly Mutant[] = [
	accepting('join', 'POST', paths.participants, 'scope.joinEvent'),
	accepting('leave', 'DELETE', paths.participants, 'scope.leaveEvent'),
	accepting('wish', 'POST', paths.wishers, 'scope.wishEvent'),
	accepting('unwish', 'DELETE', paths.wishers, 'scope.unwishEvent'),
];
