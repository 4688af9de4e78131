/** A seeded random source (mulberry32): the same seed always produces the same sandbox and posters. */
export interface Random {
	/** A number in [0, 1). */
	next(): number;
	/** A whole number from `from` to `to`, inclusive. */
	between(from: number, to: number): number;
	pick<Item>(items: readonly Item[]): Item;
	chance(probability: number): boolean;
}

export function createRandom(seed: number): Random {
	let state = seed >>> 0;
	const next = () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
	return {
		next,
		between: (from, to) => from + Math.floor(next() * (to - from + 1)),
		pick: (items) => {
			const item = items[Math.floor(next() * items.length)];
			if (item === undefined) throw new Error('nothing to pick from');
			return item;
		},
		chance: (probability) => next() < probability,
	};
}

/** A seed from a text (FNV-1a), so that similar identifiers get different images. */
export function seedOf(text: string): number {
	let hash = 0x811c9dc5;
	for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
	return hash >>> 0;
}
