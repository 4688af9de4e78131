/** Every variant of the matrix. */
import type { Variant } from '../variant.ts';
import { accessVariants } from './access.ts';
import { cityVariants } from './cities.ts';
import { dayVariants } from './days.ts';
import { eventVariants } from './events.ts';
import { identifierVariants } from './identifiers.ts';
import { pagingVariants } from './paging.ts';
import { peopleVariants } from './people.ts';
import { tokenVariants } from './tokens.ts';
import { wireVariants } from './wire.ts';
import { writeVariants } from './writes.ts';

export const variants: readonly Variant[] = [
	...accessVariants,
	...pagingVariants,
	...peopleVariants,
	...identifierVariants,
	...cityVariants,
	...eventVariants,
	...dayVariants,
	...writeVariants,
	...tokenVariants,
	...wireVariants,
];
