import type { ReactNode } from 'react';
import css from './developers.module.css';

/** Tokens of JSON: a name with its colon, a string, a number, a literal. */
const token =
	/(?<name>"(?:\\.|[^"\\])*"(?=\s*:))|(?<text>"(?:\\.|[^"\\])*")|(?<value>-?\d[\d.eE+-]*|\b(?:true|false|null)\b)/g;

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

/** JSON with line breaks; other bodies unchanged. */
export function formatBody(body: string): string {
	const value = parseBody(body);
	return value === undefined ? body : JSON.stringify(value, null, 2);
}

function colorJson(json: string): ReactNode[] {
	const parts: ReactNode[] = [];
	let end = 0;
	for (const { 0: match, index, groups = {} } of json.matchAll(token)) {
		const kind = Object.keys(groups).find((name) => groups[name] !== undefined);
		parts.push(
			json.slice(end, index),
			<span key={index} data-token={kind}>
				{match}
			</span>,
		);
		end = index + match.length;
	}
	return [...parts, json.slice(end)];
}

/** The body of a response, with syntax colors if it is JSON. */
export function ResponseBody({ body }: { body: string }) {
	const text = formatBody(body);
	const isColored = text.length <= maxColoredCharacters && parseBody(body) !== undefined;
	return (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region needs the focus for the arrow keys
		<section className={css.body} aria-label="Body" tabIndex={0}>
			<pre>{isColored ? colorJson(text) : text}</pre>
		</section>
	);
}
