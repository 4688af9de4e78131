import css from './developers.module.css';

/** Larger bodies stay plain: each token is an element. */
const maxColoredCharacters = 100_000;

/** @returns undefined if it is not JSON */
export function parseBody(body: string): unknown {
	try {
		return JSON.parse(body);
	} catch (error) {
		if (error instanceof SyntaxError) return undefined;
		throw error;
	}
}

/**
 * JSON with line breaks; other bodies unchanged.
 *
 * @param value of the body, see `parseBody`
 */
export function formatBody(body: string, value: unknown): string {
	try {
		return value === undefined ? body : JSON.stringify(value, null, 2);
	} catch (error) {
		// Nested too deeply.
		if (error instanceof RangeError) return body;
		throw error;
	}
}

/** A line of formatted JSON: indentation, a name, and a value or punctuation. */
const linePattern = /^( *)("(?:[^"\\]|\\.)*"(?=: ))?(.*)$/s;

function ColoredLine({ line }: { line: string }) {
	const [, indentation, name, rest = ''] = linePattern.exec(line) ?? [];
	const value = rest.replace(/^: /, '').replace(/,$/, '');
	const isPunctuation = /^[[\]{}]/.test(value);
	const at = rest.indexOf(value);
	return (
		<>
			{indentation}
			{name !== undefined && <span data-token="name">{name}</span>}
			{isPunctuation ? (
				rest
			) : (
				<>
					{rest.slice(0, at)}
					<span data-token={value.startsWith('"') ? 'text' : 'value'}>{value}</span>
					{rest.slice(at + value.length)}
				</>
			)}
			{'\n'}
		</>
	);
}

const linesOf = (text: string) => text.split('\n').map((line, id) => ({ id, line }));

/** The formatted body of a response, with syntax colors if it is JSON. */
export function ResponseBody({ text, isJson }: { text: string; isJson: boolean }) {
	const isColored = isJson && text.length <= maxColoredCharacters;
	return (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region needs the focus for the arrow keys
		<section className={css.body} aria-label="Body" tabIndex={0}>
			<pre>
				{isColored ? linesOf(text).map(({ id, line }) => <ColoredLine key={id} line={line} />) : text}
			</pre>
		</section>
	);
}
