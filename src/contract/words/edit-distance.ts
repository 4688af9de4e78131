/**
 * Number of insertions, deletions, substitutions and swaps of adjacent UTF-16 code units (optimal string
 * alignment); `max + 1` if there are more than `max`, which takes time proportional to `max` times the length.
 */
export function editDistance(from: string, to: string, max: number): number {
	if (Math.abs(from.length - to.length) > max) return max + 1;
	let beforeThat: number[] = [];
	let above = Array.from({ length: to.length + 1 }, (_, column) => column);
	for (let row = 1; row <= from.length; row++) {
		const distances = new Array<number>(to.length + 1).fill(max + 1);
		distances[0] = row;
		let least = row;
		// Cells further from the diagonal exceed `max`.
		for (let column = Math.max(1, row - max); column <= Math.min(to.length, row + max); column++) {
			const isSame = from[row - 1] === to[column - 1];
			const isSwap = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
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
		[beforeThat, above] = [above, distances];
	}
	return Math.min(above[to.length] ?? 0, max + 1);
}
