/** Number of insertions, deletions, substitutions and swaps of adjacent characters (optimal string alignment). */
export function editDistance(from: string, to: string): number {
	const [a, b] = [[...from], [...to]];
	const rows = [Array.from({ length: b.length + 1 }, (_, column) => column)];
	for (const [row, character] of a.entries()) {
		const [above = [], beforeThat = []] = [rows[row], rows[row - 1]];
		const distances = [row + 1];
		for (const [column, other] of b.entries()) {
			const cost = character === other ? 0 : 1;
			const isSwap = row > 0 && column > 0 && character === b[column - 1] && other === a[row - 1];
			distances.push(
				Math.min(
					(above[column + 1] ?? 0) + 1,
					(distances[column] ?? 0) + 1,
					(above[column] ?? 0) + cost,
					isSwap ? (beforeThat[column - 1] ?? 0) + 1 : Number.POSITIVE_INFINITY,
				),
			);
		}
		rows.push(distances);
	}
	return rows.at(-1)?.at(-1) ?? 0;
}
