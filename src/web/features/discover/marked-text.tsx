/** A text with the words marked that a search has found in it. */

const escapeForPattern = (term: string) => term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** @param terms words of the text, in lower case and without accents; longer ones win over their parts */
export function MarkedText({ text, terms }: { text: string; terms: readonly string[] }) {
	const wanted = terms.filter((term) => term !== '').toSorted((a, b) => b.length - a.length);
	if (wanted.length === 0) return text;
	const pattern = new RegExp(`(${wanted.map(escapeForPattern).join('|')})`, 'giu');
	const parts = text.split(pattern);
	let position = 0;
	return parts.map((part, index) => {
		const key = `${position} ${part}`;
		position += part.length;
		return index % 2 === 1 ? <mark key={key}>{part}</mark> : part;
	});
}
