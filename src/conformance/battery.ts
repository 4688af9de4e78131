/** All checks in the order they run: what brings tokens first, what judges all failures last. */
import type { Check } from './check.ts';
import { authorizationChecks } from './checks/authorization.ts';
import { errorChecks } from './checks/errors.ts';
import { filterChecks } from './checks/filters.ts';
import { listChecks } from './checks/lists.ts';
import { operationChecks } from './checks/operations.ts';
import { resourceChecks } from './checks/resources.ts';
import { openingChecks, tokenChecks } from './checks/tokens.ts';
import { writingChecks } from './checks/writes.ts';

export const battery: readonly Check[] = [
	...openingChecks,
	...resourceChecks,
	...listChecks,
	...operationChecks,
	...filterChecks,
	...authorizationChecks,
	...tokenChecks,
	...writingChecks,
	...errorChecks,
];
