/** The tasks of a page's main thread, from a trace of the browser with the categories `toplevel` and `devtools.timeline`. */

export interface TraceEvent {
	name: string;
	ph: string;
	pid: number;
	tid: number;
	/** Microseconds. */
	ts: number;
	dur?: number;
	/** Microseconds of the processor; the rest of `dur`, the thread waited for a core or for another process. */
	tdur?: number;
}

/** In milliseconds. */
interface Task {
	start: number;
	/** Time of the processor. */
	cpu: number;
}

export interface MainThread {
	tasks: readonly Task[];
	/** The first contentful paint; undefined when the trace has none. */
	firstPaint: number | undefined;
}

const taskNames = new Set(['RunTask', 'ThreadControllerImpl::RunTask']);

/** Reads the thread that laid out most. @throws Error when the trace has no page in it */
export function readMainThread(events: readonly TraceEvent[]): MainThread {
	const keyOf = ({ pid, tid }: TraceEvent) => `${pid}.${tid}`;
	const layouts = Map.groupBy(
		events.filter(({ name }) => name === 'UpdateLayoutTree'),
		keyOf,
	);
	const [main] = [...layouts].toSorted(([, a], [, b]) => b.length - a.length);
	if (main === undefined) throw new Error('the trace has no page');
	const own = events.filter((event) => keyOf(event) === main[0]).toSorted((a, b) => a.ts - b.ts);
	let end = Number.NEGATIVE_INFINITY;
	const tasks: Task[] = [];
	for (const { name, ph, ts, dur = 0, tdur = 0 } of own) {
		// A task can run others inside it.
		if (ph !== 'X' || !taskNames.has(name) || ts < end) continue;
		end = ts + dur;
		tasks.push({ start: ts / 1_000, cpu: tdur / 1_000 });
	}
	// Without it all would look as if nothing were ever busy.
	if (tasks.every(({ cpu }) => cpu === 0)) throw new Error('the trace has no times of the processor');
	const paint = own.findLast(({ name }) => name === 'firstContentfulPaint');
	return { tasks, firstPaint: paint && paint.ts / 1_000 };
}
