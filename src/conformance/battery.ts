/** All checks in the order they run: what brings tokens first, then what judges all failures, and what may end the tokens last. */
import type { Check } from './check.ts';
import { accessChecks } from './checks/access.ts';
import { authorizationChecks } from './checks/authorization.ts';
import { dayTypeChecks } from './checks/day-types.ts';
import { errorChecks } from './checks/errors.ts';
import { eventTypeChecks } from './checks/event-types.ts';
import { filterChecks } from './checks/filters.ts';
import { grantChecks, replayChecks } from './checks/grants.ts';
import { limitChecks } from './checks/limits.ts';
import { listChecks } from './checks/lists.ts';
import { operationChecks } from './checks/operations.ts';
import { resourceChecks } from './checks/resources.ts';
import { writingChecks } from './checks/writes.ts';

export const battery: readonly Check[] = [
	...grantChecks,
	...resourceChecks,
	...listChecks,
	...operationChecks,
	...dayTypeChecks,
	...eventTypeChecks,
	...filterChecks,
	...authorizationChecks,
	...accessChecks,
	...limitChecks,
	...writingChecks,
	...errorChecks,
	...replayChecks,
];
