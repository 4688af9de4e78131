/** What a person asked for while signed out: kept over the sign-in, done once, never twice. */
const storageKey = 'daybill.pending';

export interface PendingAction {
	kind: 'join' | 'wish';
	eventId: string;
	/** `YYYY-MM-DD`, for a join with a date. */
	date?: string | undefined;
	/** Whether the person has come back signed in: only then is it done. */
	isReady?: boolean;
}

export function keepPendingAction(action: PendingAction | null): void {
	if (action === null) sessionStorage.removeItem(storageKey);
	else sessionStorage.setItem(storageKey, JSON.stringify(action));
}

export function peekPendingAction(): PendingAction | null {
	return JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as PendingAction | null;
}

/**
 * Takes the action out when the person is back and signed in: removed before it is done, so that it is done once.
 *
 * @returns undefined also when it was for another event: it must not run at some later time
 */
export function takePendingAction(eventId: string): PendingAction | undefined {
	const action = peekPendingAction();
	if (action?.isReady !== true) return undefined;
	keepPendingAction(null);
	return action.eventId === eventId ? action : undefined;
}
