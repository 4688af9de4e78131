/** What belongs to steps of the history would grow for as long as a tab is open: only the newest is kept. */

/** Keeps a value as the newest one, and drops the oldest when there are more than `max`. */
export function keepRecent<Value>(values: Map<string, Value>, max: number, key: string, value: Value): void {
	values.delete(key);
	values.set(key, value);
	const [oldest] = values.keys();
	if (values.size > max && oldest !== undefined) values.delete(oldest);
}
