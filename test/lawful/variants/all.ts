/** Every variant of the matrix, the sandbox itself first. */
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

const sandbox: Variant = {
	name: 'sandbox',
	does: 'The sandbox as it is, behind the same proxy.',
	gaps: [],
	section: '§1',
};

export const variants: readonly Variant[] = [
	sandbox,
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
