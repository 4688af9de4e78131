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

/**
 * @param charset given by the server or the user; null if none is
 * @throws Error if there are too many lines, or the encoding is unknown
 */
export function decodeLines(bytes: Uint8Array, charset: string | null): Line[] {
	const wide = wideEncoding(bytes);
	const utf8Bytes = wide === null ? bytes : Buffer.from(decoderOf(wide).decode(bytes));
	const lines = unfold(
		Buffer.from(utf8Bytes)
			.toString('latin1')
			.replace(/^\xef\xbb\xbf/, ''),
	);
	const decoded = lines.map(({ text, number }) => ({ text: asUtf8(text), number }));
	const other = decoded.find(({ text }) => text === null);
	// The charset may be only the server's default, so it doesn't apply to a file that is valid UTF-8.
	const isUtf8 = other === undefined && lines.some(({ text }) => highBytes.test(text));
	if (charset !== null && !isUtf8 && !/^utf-?8$/i.test(charset)) {
		const decoder = decoderOf(charset);
		return lines.map(({ text, number }) => ({ text: decoder.decode(Buffer.from(text, 'latin1')), number }));
	}
	if (other === undefined) return decoded as Line[];
	throw new Error(
		`line ${other.number} is not UTF-8: save the file as UTF-8, or name its encoding, as in --charset Windows-1252 or --charset Shift_JIS`,
	);
}

/** Decodes a value in quoted-printable, as vCalendar 1.0 writes it. */
export function quotedPrintable(value: string, charset: string | undefined): string {
	const bytes = value
		.replaceAll(/=0D(?==0A)/gi, '')
		.replaceAll(/=([\dA-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
	if (/[\u0100-\uffff]/.test(bytes)) return bytes;
	return asUtf8(bytes) ?? decoderOf(charset ?? 'windows-1252').decode(Buffer.from(bytes, 'latin1'));
}
