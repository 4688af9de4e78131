import { rateLimitHeaders } from '../../../contract/spec/access.ts';
import css from './developers.module.css';
import { ErrorMeaning, findError } from './error-meaning.tsx';
import type { Exchange } from './exchange.ts';
import { formatBody, parseBody, ResponseBody } from './response-body.tsx';
import { CopyButton } from './snippet.tsx';

/** Status, limits, headers and body of a response. */
export function ResponseView({ exchange }: { exchange: Exchange }) {
	const { method, path, status, milliseconds, headers, body } = exchange;
	const value = parseBody(body);
	const text = formatBody(body, value);
	const error = status >= 400 ? findError(value) : undefined;
	return (
		<>
			<p className={css.line}>
				<code>
					{method} {path}
				</code>
			</p>
			<p className={css.status} data-ok={(status >= 200 && status < 300) || undefined}>
				<strong data-testid="response-status">{status}</strong> {milliseconds} ms
			</p>
			{error !== undefined && <ErrorMeaning {...error} />}
			{status >= 400 && error === undefined && <p>{problemDetail(value)}</p>}
			<Limits headers={headers} />
			<ResponseBody text={text} isJson={value !== undefined} />
			<CopyButton title="body" text={text} />
			<details>
				<summary>Headers</summary>
				<dl className={css.headers}>
					{headers.map(([name, value]) => (
						<div key={name}>
							<dt>{name}</dt>
							<dd>{value}</dd>
						</div>
					))}
				</dl>
			</details>
		</>
	);
}

/** The BFF's own rejections (RFC 9457) say what to do. */
function problemDetail(value: unknown): string {
	return typeof value === 'object' && value !== null && 'detail' in value ? String(value.detail) : '';
}

/** Gauges of both counters, from the four headers of Spec §8. */
function Limits({ headers }: { headers: readonly [string, string][] }) {
	const number = (name: string) => {
		const value = headers.find(([each]) => each === name.toLowerCase())?.[1];
		return value === undefined ? null : Number(value);
	};
	const gauges = [
		{
			label: 'This user and application',
			limit: number(rateLimitHeaders.userLimit),
			remaining: number(rateLimitHeaders.userRemaining),
		},
		{
			label: 'This server',
			limit: number(rateLimitHeaders.ipLimit),
			remaining: number(rateLimitHeaders.ipRemaining),
		},
	];
	return gauges.map(
		({ label, limit, remaining }) =>
			limit !== null &&
			remaining !== null && (
				<p key={label} className={css.gauge}>
					<meter aria-label={label} min={0} max={limit} low={limit / 10} value={remaining} />
					<span>
						{label}: {remaining} of {limit} left
					</span>
				</p>
			),
	);
}
