import type { ReactNode } from 'react';
import { rateLimitHeaders } from '../../../contract/spec/levels.ts';
import { parseJson } from '../../ui/attempt.ts';
import css from './developers.module.css';
import { ErrorMeaning, findError } from './error-catalog.tsx';
import type { Exchange } from './exchange.ts';
import { CopyButton } from './snippet.tsx';

export function ResponseView({ exchange }: { exchange: Exchange }) {
	const { method, path, status, milliseconds, headers, body } = exchange;
	const value = parseJson(body);
	const text = value === undefined ? body : JSON.stringify(value, null, 2);
	const error = status >= 400 ? findError(value) : undefined;
	return (
		<>
			<p>
				<code>
					{method} {path}
				</code>
			</p>
			<p className={css.status} data-type={status >= 200 && status < 300 ? 'commonweal' : undefined}>
				<strong data-testid="response-status">{status}</strong> {milliseconds} ms
			</p>
			{error !== undefined && <ErrorMeaning {...error} />}
			{status >= 400 && error === undefined && <p>{problemDetail(value)}</p>}
			<Limits headers={headers} />
			<ResponseBody text={text} isJson={value !== undefined} />
			<CopyButton title="body" text={text} />
			<details>
				<summary>Headers</summary>
				<Fields fields={headers} />
			</details>
		</>
	);
}

/** What to do, in a rejection by the BFF itself (RFC 9457). */
function problemDetail(value: unknown): string {
	return typeof value === 'object' && value !== null && 'detail' in value ? String(value.detail) : '';
}

/** Gauges for both counters, from the four headers of Spec §8. */
function Limits({ headers }: { headers: readonly [string, string][] }) {
	const number = (name: string) => {
		const value = headers.find(([each]) => each === name.toLowerCase())?.[1];
		return value === undefined ? null : Number(value);
	};
	const { userLimit, userRemaining, ipLimit, ipRemaining } = rateLimitHeaders;
	const gauges = [
		['This user and application', number(userLimit), number(userRemaining)],
		['This server', number(ipLimit), number(ipRemaining)],
	] as const;
	return gauges.map(
		([label, limit, remaining]) =>
			limit !== null &&
			remaining !== null && (
				<Gauge key={label} label={label} max={limit} value={remaining}>
					{label}: {remaining} of {limit} left
				</Gauge>
			),
	);
}

export const Fields = ({ fields }: { fields: readonly [name: string, value: string][] }) => (
	<dl className={css.headers}>
		{fields.map(([name, value]) => (
			<div key={name}>
				<dt>{name}</dt>
				<dd>{value}</dd>
			</div>
		))}
	</dl>
);

interface GaugeProps {
	label: string;
	max: number;
	value: number;
	children: ReactNode;
}

export const Gauge = ({ label, max, value, children }: GaugeProps) => (
	<p className={`row ${css.gauge}`}>
		<meter aria-label={label} min={0} max={max} low={max / 10} value={value} />
		<span>{children}</span>
	</p>
);

/** Longer bodies are shown without colors, because each colored token is an element. */
const maxColoredCharacters = 100_000;

/** JSON strings and other scalars. Also matches an unterminated string, which keeps the pattern linear. */
const tokens = /("(?:[^"\\]|\\.)*"?)|(true|false|null|-?\d[\d.eE+-]*)/;

function colored(text: string) {
	const parts = text.split(tokens);
	/** Names, texts and other values have the colors of event types. */
	const typeOf = (place: number) =>
		[undefined, parts[place + 2]?.startsWith(':') ? 'salon' : 'commonweal', 'party'][place % 3];
	return Array.from(
		parts.entries(),
		([place, part]) =>
			part && (
				<span key={place} data-type={typeOf(place)}>
					{part}
				</span>
			),
	);
}

function ResponseBody({ text, isJson }: { text: string; isJson: boolean }) {
	return (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region needs the focus for the arrow keys
		<section className={css.body} aria-label="Body" tabIndex={0}>
			<pre>{isJson && text.length <= maxColoredCharacters ? colored(text) : text}</pre>
		</section>
	);
}
