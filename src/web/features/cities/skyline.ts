/** Draws a skyline as the placeholder for a city's image, always the same for a city. */

export const skyline = { width: 160, height: 100 } as const;

/** Pseudorandom numbers from 0 to 1 (a linear congruential generator, seeded with FNV-1a). */
function numbersOf(text: string): () => number {
	let state = 0x811c9dc5;
	for (const character of text) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
	return () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
		return (state >>> 8) / 2 ** 24;
	};
}

export function skylineOf(id: string) {
	const next = numbersOf(id);
	const between = (min: number, max: number) => Math.round(min + next() * (max - min));
	const houses = (lowest: number, highest: number): string => {
		let path = `M0 ${skyline.height}`;
		for (let x = 0; x < skyline.width; x += 20) {
			// Few different widths and heights, and relative commands, which compress well.
			path += `V${10 * between(highest, lowest)}${next() < 0.3 ? 'l10-9l10 9' : 'h20'}`;
		}
		return `${path}V${skyline.height}Z`;
	};
	return {
		sun: { x: between(30, 130), y: between(22, 40), r: between(12, 20) },
		/** `d` attributes of paths, back to front. */
		rows: [houses(7, 4), houses(8, 6)],
	};
}
