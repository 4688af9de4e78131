/**
 * The bytes of an iCalendar file as unfolded lines of text. Lines are joined before they are decoded, because many
 * programs break lines inside a character.
 */

export interface Line {
	text: string;
	/** Line number in the file, from 1. */
	number: number;
}

const maxLines = 500_000;
const highBytes = /[\x80-\xff]/;
/** In quoted-printable, vCalendar 1.0 breaks lines after `=` instead of folding them. */
const isQuotedPrintable = (line: string): boolean =>
	/^[\w-]+;(?:[^:]*;)?ENCODING=QUOTED-PRINTABLE[;:]/i.test(line);

/** UTF-16, recognized by its byte order mark, or by a zero byte in the first character; null for other encodings. */
function wideEncoding([first, second]: Uint8Array): string | null {
	if ((first === 0xff && second === 0xfe) || second === 0) return 'utf-16le';
	return (first === 0xfe && second === 0xff) || first === 0 ? 'utf-16be' : null;
}

/**
 * Joins folded lines.
 * @param bytes one character per byte, because a line may be folded within a character
 * @throws Error if there are too many lines
 */
function unfold(bytes: string): Line[] {
	const written = bytes.split(/\r{0,2}\n|\r/, maxLines + 1);
	if (written.length > maxLines) throw new Error(`the file has more than ${maxLines} lines`);
	const lines: { parts: string[]; number: number }[] = [];
	let [number, isQuoted, isOpen] = [0, false, false];
	for (const line of written) {
		number += 1;
		const last = lines.at(-1);
		const isContinuation = !isOpen && /^[ \t]/.test(line) && last !== undefined;
		if (!isOpen && !isContinuation) isQuoted = isQuotedPrintable(line);
		const wasOpen = isOpen;
		isOpen = isQuoted && line.endsWith('=');
		const part = line.slice(isContinuation ? 1 : 0, isOpen ? -1 : undefined);
		if (last !== undefined && (wasOpen || isContinuation)) last.parts.push(part);
		else lines.push({ parts: [part], number });
	}
	return lines.map(({ parts, number: first }) => ({ text: parts.join(''), number: first }));
}

/** @throws Error if the encoding is unknown */
function decoderOf(encoding: string): TextDecoder {
	try {
		return new TextDecoder(encoding);
	} catch {
		throw new Error(`the text encoding ${encoding} is unknown: save the file as UTF-8`);
	}
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function asUtf8(bytes: string): string | null {
	if (!highBytes.test(bytes)) return bytes;
	try {
		return utf8.decode(Buffer.from(bytes, 'latin1'));
	} catch {
		return null;
	}
}

/** In Western European texts, three accented letters in a row are rare; in other scripts, they are usual. */
function isWestern(texts: readonly string[]): boolean {
	const text = texts.join('\n');
	const inRuns = (text.match(/[\x80-\xff]{3,}/g) ?? []).reduce((sum, run) => sum + run.length, 0);
	return inRuns * 4 <= (text.match(/[\x80-\xff]/g)?.length ?? 0);
}

/**
 * @param charset given by the server or the user; null if none is
 * @throws Error if there are too many lines, or the encoding is unknown or can't be guessed
 */
export function decodeLines(bytes: Uint8Array, charset: string | null) {
	const wide = wideEncoding(bytes);
	const utf8Bytes = wide === null ? bytes : Buffer.from(decoderOf(wide).decode(bytes));
	const lines = unfold(
		Buffer.from(utf8Bytes)
			.toString('latin1')
			.replace(/^\xef\xbb\xbf/, ''),
	);
	const texts = lines.map(({ text }) => asUtf8(text));
	const others = lines.filter((_, index) => texts[index] === null);
	if (others.length > 0 && charset === null && !isWestern(others.map(({ text }) => text)))
		throw new Error(
			`line ${others[0]?.number} is neither UTF-8 nor Windows-1252: save the file as UTF-8, or name its encoding, as in --charset Shift_JIS`,
		);
	// The charset may be the server's default, so valid UTF-8 is read as UTF-8.
	const isNamed = charset !== null && !/^utf-?8$/i.test(charset);
	const decoder = decoderOf(isNamed ? charset : 'windows-1252');
	const isOther = others.length > 0 || (isNamed && !lines.some(({ text }) => highBytes.test(text)));
	const decode = (text: string) => decoder.decode(Buffer.from(text, 'latin1'));
	const decoded = lines.map(({ text, number }, index) => {
		const known = isOther && isNamed ? null : texts[index];
		return { number, text: known ?? decode(text) };
	});
	return {
		lines: decoded,
		/** Lines read as Windows-1252 because they are not UTF-8. */
		guessed: isNamed ? [] : decoded.filter((_, index) => texts[index] === null),
	};
}

/** Decodes a value in quoted-printable, as vCalendar 1.0 writes it. */
export function quotedPrintable(value: string, charset: string | undefined): string {
	const bytes = value
		.replaceAll(/=0D(?==0A)/gi, '')
		.replaceAll(/=([\dA-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
	if (/[\u0100-\uffff]/.test(bytes)) return bytes;
	return asUtf8(bytes) ?? decoderOf(charset ?? 'windows-1252').decode(Buffer.from(bytes, 'latin1'));
}
