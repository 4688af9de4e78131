/** Presses before the own relation is known: kept, and done as soon as it is. */
import { useEffect, useRef, useState } from 'react';
import type { OwnRelation } from './own-relation.ts';
import type { Wanted } from './send-change.ts';

/** What is left to do of what was wanted before the relation was known: to go and to be interested are two changes. */
function changesTo({ joined, wished, day }: Wanted, relation: OwnRelation): Wanted[] {
	const changes: Wanted[] = [];
	if (!relation.joined && joined === true) changes.push({ joined, day });
	// Joining again without a day would undo the choice of one.
	const isOtherDay = day != null && day !== relation.day;
	if (relation.joined && isOtherDay) changes.push({ joined: true, day });
	if (!relation.wished && wished === true) changes.push({ wished });
	return changes;
}

/**
 * @param relation null while it is not known
 * @param send does what is wanted
 * @returns `want`, which does it at once or when the relation is known, and what waits for that
 */
export function useWhenKnown(
	relation: OwnRelation | null,
	send: (wanted: Wanted) => void,
): { want: (wanted: Wanted) => void; waiting: Wanted } {
	/** In a ref as well, since an effect may run twice before a new state is there. */
	const kept = useRef<Wanted>({});
	const [waiting, setWaiting] = useState<Wanted>({});
	const keep = (wanted: Wanted) => {
		kept.current = wanted;
		setWaiting(wanted);
	};
	useEffect(() => {
		if (relation === null || Object.keys(kept.current).length === 0) return;
		const changes = changesTo(kept.current, relation);
		kept.current = {};
		setWaiting({});
		for (const wanted of changes) send(wanted);
	}, [relation, send]);
	return { want: relation === null ? (wanted) => keep({ ...kept.current, ...wanted }) : send, waiting };
}
