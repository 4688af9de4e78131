/** Several variants in one service if they do not interfere, because starting a service and its Daybill takes most of a test. */
import { inOrder } from '../service/messages.ts';
import type { Variant } from '../variant.ts';
import { variants } from './all.ts';
import { kitVariants } from './kit.ts';

/** What a live service does, according to recorded responses. */
export const recorded = [
	...['flags-absent', 'content-html', 'category-unknown', 'image-underscores', 'own-status-in-chinese'],
	...[
		'relations-exclusive',
		'errors-of-a-live-service',
		'header-names-lower-case',
		'token-parameters-in-query',
	],
];

/** @param names of variants; the first one is the outermost, so it sees the result of the others */
export function together(names: readonly string[]): Variant {
	const parts = names.map((name) => {
		const variant = [...variants, ...kitVariants].find((each) => each.name === name);
		if (variant === undefined) throw new Error(`there is no variant ${name}`);
		return variant;
	});
	return {
		...Object.assign({}, ...parts),
		name: names.join(', '),
		does: parts.map(({ does }) => does).join(' '),
		gaps: parts.flatMap(({ gaps }) => gaps),
		departs: parts.flatMap(({ departs = [] }) => departs),
		open: parts.flatMap(({ open = [] }) => open),
		forbids: parts.flatMap(({ forbids = [] }) => forbids),
		create: (context) => inOrder(...parts.flatMap(({ create }) => create?.(context) ?? [])),
	};
}
