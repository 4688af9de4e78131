/** What the primary process and its workers say to each other. */

import type { Change } from '../bff/reads/changes.ts';
import type { PrimaryTasks } from '../bff/reads/primary.ts';

/** Marks the messages of Daybill: libraries send others. */
interface Marked {
	daybill: true;
}

export type ToPrimary = Marked &
	({ kind: 'ready' } | { kind: 'call'; id: number; task: keyof PrimaryTasks; args: unknown[] });

export type ToWorker = Marked &
	(
		| { kind: 'stop' }
		| { kind: 'change'; change: Change }
		| { kind: 'reply'; id: number; value?: unknown; error?: string }
	);

/** Whether a message is one of Daybill. */
export const isOurs = <Message extends Marked>(message: unknown): message is Message =>
	(message as Partial<Marked> | null)?.daybill === true;
