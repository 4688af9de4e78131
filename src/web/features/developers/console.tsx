import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { operationTexts, parameterTexts } from '../../../contract/spec/operation-texts.ts';
import {
	type Operation,
	type OperationName,
	operations,
	type Parameter,
} from '../../../contract/spec/operations.ts';
import { usePageData } from '../../shared/page-data.tsx';
import { useSession } from '../../shared/session/session-provider.tsx';
import { sessionEpoch, whileSignedIn } from '../../shared/session/session-queries.ts';
import css from './developers.module.css';
import {
	type Exchange,
	exampleQuery,
	exampleValues,
	type FormValues,
	noExamples,
	operationRows,
	pathOf,
	type Sender,
	sendCall,
} from './exchange.ts';
import { History } from './history.tsx';
import { ResponseView } from './response-view.tsx';
import { asCurl, asTypeScript, Snippet } from './snippet.tsx';

interface ConsoleProps {
	needsSignIn: boolean;
	history: readonly Exchange[];
	onSent: (exchange: Exchange) => void;
	onClear: () => void;
}

/** A form for each operation, generated from the contract, with the response next to it. */
export function Console({ needsSignIn, history, onSent, onClear }: ConsoleProps) {
	const { settings } = usePageData();
	const { userId, refetch } = useSession();
	const client = useQueryClient();
	const [name, setName] = useState<OperationName>('listEvents');
	const [edits, setEdits] = useState<FormValues>({});
	const { data: examples = noExamples } = useQuery(exampleQuery);
	const values = {
		...exampleValues(name, examples, { userId: userId ?? null, pageStart: settings.service.page_start }),
		...edits,
	};
	const [chosenSender, setSender] = useState<Sender | null>(null);
	const sender = chosenSender ?? (typeof userId === 'string' ? 'session' : 'anonymous');
	const [shownId, setShownId] = useState<string | null>(null);
	const operation: Operation = operations[name];
	const needsId = operation.path.includes(':id');
	const isWrite = operation.method !== 'GET';
	const shown = history.find(({ id }) => id === shownId) ?? history[0];

	const sending = useMutation({
		mutationFn: async () => {
			const epoch = sessionEpoch(client);
			const exchange = await whileSignedIn(client, (options) =>
				sendCall(name, values, sender, options.epoch),
			);
			if (exchange.status === 401) await refetch();
			// The path may contain personal data of a session that ended during the call.
			return sessionEpoch(client) === epoch ? exchange : { ...exchange, path: operation.path };
		},
		onSuccess: (exchange) => {
			setShownId(exchange.id);
			onSent(exchange);
		},
	});
	const sent = history.find(({ id }) => id === sending.data?.id);
	const send = () => {
		if (sending.isPending) return;
		if (isWrite && !window.confirm('This changes data on the service. Send it?')) return;
		sending.mutate();
	};
	const set = (field: string, value: string) => setEdits((before) => ({ ...before, [field]: value }));
	const call = { method: operation.method, path: pathOf(name, values), sender };
	return (
		<section aria-labelledby="developers-console" className={css.section}>
			<h2 id="developers-console">Console</h2>
			<div className={css.console}>
				<form
					onSubmit={(event) => {
						event.preventDefault();
						send();
					}}
				>
					<label>
						Operation
						<select
							value={name}
							onChange={({ target }) => {
								setName(target.value as OperationName);
								setEdits({});
							}}
						>
							{operationRows.map(([each, { method, path }]) => (
								<option key={each} value={each}>
									{method} {path}
								</option>
							))}
						</select>
					</label>
					<p className={css.faded}>{operationTexts[name]}</p>
					{needsId && (
						<label>
							Identifier (required)
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
					<fieldset>
						<legend>Send as</legend>
						{(['anonymous', 'session'] as const).map((each) => (
							<label key={each} className={css.radio}>
								<input
									type="radio"
									name="sender"
									checked={sender === each}
									disabled={each === 'session' && typeof userId !== 'string'}
									onChange={() => setSender(each)}
								/>
								{each === 'anonymous' ? 'Signed out' : 'Signed-in user'}
							</label>
						))}
					</fieldset>
					<button
						type="submit"
						className="button primary"
						// Not disabled while busy, so that it keeps the focus.
						disabled={needsSignIn}
						aria-disabled={sending.isPending || undefined}
					>
						{isWrite ? 'Send and change data' : 'Send'}
					</button>
					<p role="status" className={css.outcome}>
						{sending.isPending && 'Sending…'}
						{sent !== undefined && (
							<a href="#developers-response">
								Response: {sent.status}, {sent.milliseconds} ms
							</a>
						)}
					</p>
				</form>
				<div className={css.response}>
					<h3 id="developers-response">Response</h3>
					{shown === undefined ? <p>Nothing sent yet.</p> : <ResponseView exchange={shown} />}
				</div>
				<div className={css.snippets}>
					<h3>The same call in your code</h3>
					<Snippet title="curl" text={asCurl(call, settings.service.base_url)} />
					<Snippet title="TypeScript" text={asTypeScript(call, settings.service.base_url)} />
				</div>
			</div>
			<History history={history} onShow={setShownId} onClear={onClear} />
		</section>
	);
}

interface ParameterFieldProps {
	parameter: Parameter;
	value: string;
	onChange: (value: string) => void;
}

function ParameterField({ parameter, value, onChange }: ParameterFieldProps) {
	const { name, values, format } = parameter;
	const id = useId();
	const field = {
		...{ id, value, 'aria-describedby': `${id}-help` },
		onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
	};
	return (
		<div className={css.parameter}>
			<label htmlFor={id}>{name}</label>
			{values === undefined ? (
				<input
					{...field}
					inputMode={format === 'non-negative-integer' ? 'numeric' : 'text'}
					placeholder={format === 'date' ? 'YYYY-MM-DD' : ''}
					autoComplete="off"
				/>
			) : (
				<select {...field}>
					<option value="">Any</option>
					{values.map((each) => (
						<option key={each}>{each}</option>
					))}
				</select>
			)}
			<small id={`${id}-help`} className={css.faded}>
				{parameterTexts[name]}
			</small>
		</div>
	);
}
