/** Every operation as a form made from the contract; what was sent, what came, and how to send it elsewhere. */
import { useId, useState } from 'react';
import { rateLimitHeaders } from '../../../contract/access.ts';
import {
	type Operation,
	type OperationName,
	operations,
	type Parameter,
} from '../../../contract/operations.ts';
import { m } from '../../i18n/generated/messages.js';
import { usePageData } from '../../service/page-data.tsx';
import controls from '../../ui/controls.module.css';
import { useSession } from '../session/session-provider.tsx';
import css from './developers.module.css';
import {
	asCurl,
	asTypeScript,
	type Exchange,
	type FormValues,
	operationRows,
	pathOf,
	pretty,
	type Sender,
	sendCall,
} from './exchange.ts';
import { History } from './history.tsx';

interface ConsoleProps {
	history: readonly Exchange[];
	onSent: (exchange: Exchange) => void;
	onClear: () => void;
}

export function Console({ history, onSent, onClear }: ConsoleProps) {
	const { settings } = usePageData();
	const { userId } = useSession();
	const [name, setName] = useState<OperationName>('listEvents');
	const [values, setValues] = useState<FormValues>({});
	const [sender, setSender] = useState<Sender>('anonymous');
	const [shownId, setShownId] = useState<string | null>(null);
	const [isBusy, setBusy] = useState(false);
	const operation: Operation = operations[name];
	const needsId = operation.path.includes(':id');
	const isWrite = operation.method !== 'GET';
	const shown = history.find(({ id }) => id === shownId) ?? history[0];

	const send = async () => {
		if (isWrite && !window.confirm(m.developers_confirm())) return;
		setBusy(true);
		const exchange = await sendCall(name, values, sender);
		setBusy(false);
		setShownId(exchange.id);
		onSent(exchange);
	};
	const set = (field: string, value: string) => setValues((before) => ({ ...before, [field]: value }));
	const asked = { method: operation.method, path: pathOf(name, values), sender };
	return (
		<section aria-labelledby="developers-console" className={css.section}>
			<h2 id="developers-console">{m.developers_console()}</h2>
			<div className={css.console}>
				<form
					className={css.form}
					onSubmit={(event) => {
						event.preventDefault();
						void send();
					}}
				>
					<label>
						{m.developers_operation()}
						<select
							value={name}
							onChange={({ target }) => {
								setName(target.value as OperationName);
								setValues({});
							}}
						>
							{operationRows.map(([each, { method, path }]) => (
								<option key={each} value={each}>
									{method} {path}
								</option>
							))}
						</select>
					</label>
					<p className={css.faded}>{operation.summary}</p>
					{needsId && (
						<label>
							{m.developers_identifier()} ({m.developers_required()})
							<input
								required
								value={values.id ?? ''}
								onChange={({ target }) => set('id', target.value)}
								autoComplete="off"
							/>
						</label>
					)}
					{operation.parameters.map((parameter) => (
						<ParameterField
							key={`${name} ${parameter.name}`}
							parameter={parameter}
							value={values[parameter.name] ?? ''}
							onChange={(value) => set(parameter.name, value)}
						/>
					))}
					<fieldset className={css.choice}>
						<legend>{m.developers_as()}</legend>
						{(['anonymous', 'session'] as const).map((each) => (
							<label key={each} className={css.radio}>
								<input
									type="radio"
									name="sender"
									checked={sender === each}
									disabled={each === 'session' && typeof userId !== 'string'}
									onChange={() => setSender(each)}
								/>
								{each === 'anonymous' ? m.developers_as_anonymous() : m.developers_as_session()}
							</label>
						))}
					</fieldset>
					<button type="submit" className={`${controls.button} ${controls.primary}`} disabled={isBusy}>
						{isWrite ? m.developers_send_write() : m.developers_send()}
					</button>
					<Snippet title={m.developers_curl()} text={asCurl(asked, settings.service.base_url)} />
					<Snippet title={m.developers_typescript()} text={asTypeScript(asked, settings.service.base_url)} />
				</form>
				<div className={css.answer}>
					<h3>{m.developers_answer()}</h3>
					<div aria-live="polite">
						{shown === undefined ? <p>{m.developers_none()}</p> : <Answer exchange={shown} />}
					</div>
				</div>
			</div>
			<History history={history} onShow={setShownId} onClear={onClear} />
		</section>
	);
}

function ParameterField({
	parameter: { name, values, format, description },
	value,
	onChange,
}: {
	parameter: Parameter;
	value: string;
	onChange: (value: string) => void;
}) {
	const id = useId();
	return (
		<div className={css.parameter}>
			<label htmlFor={id}>{name}</label>
			{values === undefined ? (
				<input
					id={id}
					aria-describedby={`${id}-help`}
					value={value}
					inputMode={format === 'non-negative-integer' ? 'numeric' : 'text'}
					placeholder={format === 'date' ? 'YYYY-MM-DD' : ''}
					onChange={({ target }) => onChange(target.value)}
					autoComplete="off"
				/>
			) : (
				<select
					id={id}
					aria-describedby={`${id}-help`}
					value={value}
					onChange={({ target }) => onChange(target.value)}
				>
					<option value="">{m.developers_any()}</option>
					{values.map((each) => (
						<option key={each}>{each}</option>
					))}
				</select>
			)}
			<small id={`${id}-help`} className={css.faded}>
				{description}
			</small>
		</div>
	);
}

function Snippet({ title, text }: { title: string; text: string }) {
	const [isCopied, setCopied] = useState(false);
	return (
		<details className={css.snippet}>
			<summary>{title}</summary>
			<pre>{text}</pre>
			<button
				type="button"
				className={controls.button}
				onClick={() =>
					void navigator.clipboard.writeText(text).then(
						() => setCopied(true),
						() => setCopied(false),
					)
				}
			>
				{m.developers_copy()}
			</button>
			<p role="status">{isCopied && m.developers_copied()}</p>
		</details>
	);
}

function Answer({ exchange }: { exchange: Exchange }) {
	const { method, path, status, milliseconds, headers, body } = exchange;
	return (
		<>
			<p className={css.line}>
				<code>
					{method} {path}
				</code>
			</p>
			<p className={css.status} data-ok={(status >= 200 && status < 300) || undefined}>
				<strong data-testid="answer-status">{status}</strong> {m.developers_timing({ ms: milliseconds })}
			</p>
			<Limits headers={headers} />
			<details>
				<summary>{m.developers_headers()}</summary>
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
				aria-label={m.developers_body()}
				rows={20}
				readOnly
				spellCheck={false}
				value={pretty(body)}
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
			label: m.developers_limit_user(),
			limit: number(rateLimitHeaders.userLimit),
			remaining: number(rateLimitHeaders.userRemaining),
		},
		{
			label: m.developers_limit_ip(),
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
						{label}: {m.developers_limit_left({ remaining, limit })}
					</span>
				</p>
			),
	);
}
