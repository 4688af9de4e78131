import { normalise } from './tokenize.ts';

/** Of the text, because a comparison takes time proportional to its length. */
const maxCharacters = 200;

interface Part {
	distance: number;
	start: number;
}

/** The part of a Chinese text that differs from the query by a character or two (Sellers' algorithm). */
export function nearestPart(query: string, text: string): string | null {
	const typed = [...query];
	let best = { part: '', size: 0, distance: typed.length < 6 ? 2 : 3 };
	for (const [run] of normalise(text)
		.slice(0, maxCharacters)
		.matchAll(/[\p{L}\p{N}]+/gu)) {
		const characters = [...run];
		/** By number of characters of the query: the nearest part that ends here. */
		let row: Part[] = typed.map((_, count) => ({ distance: count + 1, start: 0 }));
		characters.forEach((character, end) => {
			let corner: Part = { distance: 0, start: end };
			let before: Part = { distance: 0, start: end + 1 };
			row = row.map((above, count) => {
				const isSame = typed[count] === character;
				const ways = [
					{ distance: corner.distance + (isSame ? 0 : 1), start: corner.start },
					{ distance: above.distance + 1, start: above.start },
					{ distance: before.distance + 1, start: before.start },
				];
				corner = above;
				before = ways.reduce((least, way) => (way.distance < least.distance ? way : least));
				return before;
			});
			const part = characters.slice(before.start, end + 1);
			// If parts are equally near, a replaced character is likelier than a missing one.
			const isLonger = best.size > 0 && best.size < part.length && part.length <= typed.length;
			if (before.distance < best.distance || (before.distance === best.distance && isLonger))
				best = { part: part.join(''), size: part.length, distance: before.distance };
		});
	}
	return best.size === 0 ? null : best.part;
}
