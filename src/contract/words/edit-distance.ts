/** Three rows of the matrix, reused because a search compares a word with thousands of others. */
let rows: [number[], number[], number[]] = [[], [], []];

/**
 * Number of insertions, deletions, substitutions and swaps of adjacent UTF-16 code units (optimal string alignment);
 * `max + 1` if there are more than `max`. Takes time proportional to `max` times the length.
 */
export function editDistance(from: string, to: string, max: number): number {
	if (Math.abs(from.length - to.length) > max) return max + 1;
	for (let column = 0; column <= to.length; column++) rows[1][column] = column;
	for (let row = 1; row <= from.length; row++) {
		const [beforeThat, above, distances] = rows;
		// Cells further from the diagonal exceed `max`.
		const first = Math.max(1, row - max);
		const last = Math.min(to.length, row + max);
		distances[first - 1] = first === 1 ? row : max + 1;
		distances[last + 1] = max + 1;
		let least = row;
		for (let column = first; column <= last; column++) {
			const isSame = from[row - 1] === to[column - 1];
			const isSwap = row > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
			const distance = Math.min(
				(above[column] ?? 0) + 1,
				(distances[column - 1] ?? 0) + 1,
				(above[column - 1] ?? 0) + (isSame ? 0 : 1),
				isSwap ? (beforeThat[column - 2] ?? 0) + 1 : max + 1,
			);
			distances[column] = distance;
			least = Math.min(least, distance);
		}
		if (least > max) return max + 1;
		rows = [above, distances, beforeThat];
	}
	return Math.min(rows[1][to.length] ?? 0, max + 1);
}
