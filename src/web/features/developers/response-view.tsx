import { rateLimitHeaders } from '../../../contract/spec/access.ts';
import css from './developers.module.css';
import type { Exchange } from './exchange.ts';
import { formatBody } from './format-body.ts';

/** Status, limits, headers and body of a response. */
export function ResponseView({ exchange }: { exchange: Exchange }) {
	const { method, path, status, milliseconds, headers, body } = exchange;
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
			<Limits headers={headers} />
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
			<textarea
				className={css.body}
				aria-label="Body"
				rows={20}
				readOnly
				spellCheck={false}
				value={formatBody(body)}
			/>
		</>
	);
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
