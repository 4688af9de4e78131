/** Lower case without accents or full-width forms, like the index. Keeps each character's position. */
export const foldText = (text: string): string =>
	Array.from(text, (character) => {
		const plain = character
			.normalize('NFKD')
			.replace(/[\u0300-\u036f\u064b-\u0652]/g, '')
			.normalize('NFC')
			.toLowerCase();
		return plain.length === character.length ? plain : character;
	}).join('');
