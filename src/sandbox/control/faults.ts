/** Faults that the control API switches on: the next matching calls fail as they say. */

export interface Fault {
	/** HTTP method; any when absent. */
	method?: string | undefined;
	/** Prefix of the path; any when absent. */
	path?: string | undefined;
	/** Error code of the response; its status is `status`, or 400. */
	code?: number | undefined;
	status?: number | undefined;
	/** Milliseconds to wait first. */
	delay_ms?: number | undefined;
	body?: 'malformed' | 'empty' | 'html' | undefined;
	/** Closes the connection without a response. */
	drop?: boolean | undefined;
	/** Number of calls that fail; without it, all until the faults are removed. */
	times?: number | undefined;
}

export interface Faults {
	/** The oldest fault goes when there are too many. */
	add(fault: Fault): string;
	/** The fault for a call, counted down; undefined when none matches. */
	take(method: string, path: string): Fault | undefined;
	clear(): void;
	readonly size: number;
}

/** Faults that are active at once: each is compared with every call. */
const maxActive = 1_000;

export function createFaults(): Faults {
	const active = new Map<string, { fault: Fault; left: number }>();
	let lastId = 0;
	return {
		get size() {
			return active.size;
		},
		add(fault) {
			lastId += 1;
			active.set(String(lastId), { fault, left: fault.times ?? Number.POSITIVE_INFINITY });
			for (const oldest of active.keys()) {
				if (active.size <= maxActive) break;
				active.delete(oldest);
			}
			return String(lastId);
		},
		take(method, path) {
			for (const [id, entry] of active) {
				const { fault } = entry;
				if (fault.method !== undefined && fault.method.toUpperCase() !== method) continue;
				if (fault.path !== undefined && !path.startsWith(fault.path)) continue;
				entry.left -= 1;
				if (entry.left <= 0) active.delete(id);
				return fault;
			}
			return undefined;
		},
		clear: () => active.clear(),
	};
}
