import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'react-router';
import type { Session, TokenRequest } from '../../../contract/bff-api/auth.ts';
import type { ConformanceReport } from '../../../contract/bff-api/conformance.ts';
import { quickStartState } from '../../../contract/bff-api/developers.ts';
import { bffPatterns } from '../../../contract/paths.ts';
import { authorizationPaths, operationPath } from '../../../contract/spec/operations.ts';
import { dateFormat } from '../../../contract/words/date-format.ts';
import { m, reader } from '../../i18n/messages.ts';
import { callBff } from '../../shared/call.ts';
import { NotFoundPage } from '../../shared/error-notice.tsx';
import { ErrorText } from '../../shared/error-text.tsx';
import { ServiceError } from '../../shared/errors.ts';
import { usePageData } from '../../shared/page-data.tsx';
import { PageHeading } from '../../shared/page-heading.tsx';
import { useSession } from '../../shared/session/session-provider.tsx';
import { sessionQuery, whileSignedIn } from '../../shared/session/session-queries.ts';
import { Button } from '../../ui/button.tsx';
import { useInBrowser } from '../../ui/use-in-browser.ts';
import { Console } from './console.tsx';
import css from './developers.module.css';
import { ErrorCatalog } from './error-catalog.tsx';
import { exampleQuery, noExamples } from './exchange.ts';
import { useHistory } from './history.tsx';
import { Fields, Gauge } from './response-view.tsx';
import { SandboxControls } from './sandbox-controls.tsx';
import { asCurl, quoted, Snippet } from './snippet.tsx';

/** English only, except for the title. */
export function DevelopersPage() {
	const { settings } = usePageData();
	const { userId } = useSession();
	const { history, remember, clear } = useHistory();
	if (!settings.brand.surfaces.includes('developers')) return <NotFoundPage />;
	const needsSignIn = !settings.sandbox && userId === null;
	return (
		<div className={css.page}>
			<PageHeading title={m.words_developers()} />
			<div className={css.page} lang="en" dir="ltr">
				<p>
					Try every operation of the events service and see its responses. Calls go to{' '}
					{settings.service.base_url} and count toward its limits.
				</p>
				{needsSignIn && <p>Sign in to use the console.</p>}
				<QuickStart />
				<Console needsSignIn={needsSignIn} history={history} onSent={remember} onClear={clear} />
				<TokenTimeline />
				{settings.sandbox && <SandboxControls />}
				<ConformanceCheck />
				<ErrorCatalog needsSignIn={needsSignIn} canFault={settings.sandbox} onSent={remember} />
			</div>
		</div>
	);
}

/** The conformance check (docs/integrating.md): a button for the embedded sandbox, the command for other services. */
function ConformanceCheck() {
	const { settings } = usePageData();
	const { base_url, auth_url } = settings.service;
	const check = useMutation({
		mutationFn: () => callBff<ConformanceReport>('POST', bffPatterns.conformance),
	});
	return (
		<section className={css.section} aria-labelledby="developers-conformance">
			<h2 id="developers-conformance">Conformance check</h2>
			<p>
				Checks a service against the specification, section by section: conforms, differs, or left open. The
				command works for any service.
			</p>
			<pre>{`npm run conformance -- --base-url ${base_url} --auth-url ${auth_url}`}</pre>
			{settings.sandbox && (
				<Button disabled={check.isPending} onTap={() => check.mutate()}>
					Check sandbox
				</Button>
			)}
			<div aria-live="polite">
				{check.error && (
					<p>
						<ErrorText error={check.error} />
					</p>
				)}
				{check.data && <Results report={check.data} />}
			</div>
		</section>
	);
}

function Results({ report: { counts, results } }: { report: ConformanceReport }) {
	return (
		<>
			<p data-testid="conformance-counts">
				{Object.entries(counts)
					.map(([verdict, count]) => `${verdict}: ${count}`)
					.join(' · ')}
			</p>
			{[...Map.groupBy(results, ({ section }) => section)].map(([section, ofSection]) => (
				<details key={section}>
					<summary>
						§ {section} ({ofSection.length})
					</summary>
					<pre>
						{ofSection
							.flatMap(({ id, states, verdict, findings }) => [
								`${verdict} ${id}: ${states}`,
								...findings.map((each) => `  ${each}`),
							])
							.join('\n')}
					</pre>
				</details>
			))}
		</>
	);
}

/** Lifetime of the access token (Spec §3.1). */
function TokenTimeline() {
	const client = useQueryClient();
	const { signOut, refetch } = useSession();
	const { data: session } = useQuery(sessionQuery);
	const refresh = useMutation({
		mutationFn: () =>
			whileSignedIn(client, (options) => {
				const request: TokenRequest = { grant_type: 'refresh_token' };
				return callBff('POST', bffPatterns.token, request, options);
			}),
		onSettled: refetch,
	});
	const leave = useMutation({ mutationFn: () => signOut() });
	const error = refresh.error ?? leave.error;
	return (
		<section className={css.section} aria-labelledby="developers-token">
			<h2 id="developers-token">Access token</h2>
			{session?.signed_in === true ? (
				<>
					<Token session={session} />
					<div className={`row ${css.row}`}>
						<Button onTap={() => refresh.mutate()}>Refresh token</Button>
						<Button onTap={() => leave.mutate()}>Sign out</Button>
					</div>
				</>
			) : (
				<p>Sign in to see your access token.</p>
			)}
			<p role="status" data-testid="refresh-result">
				{error !== null && formatFailure(error)}
				{refresh.isSuccess && 'Refreshed. You have a new pair of tokens.'}
			</p>
		</section>
	);
}

const formatFailure = (error: Error): ReactNode =>
	error instanceof ServiceError ? `${error.code} ${error.msg}` : <ErrorText error={error} />;

function Token({ session }: { session: Session & { signed_in: true } }) {
	const { token_received_at: received, token_expires_at: ends, scope } = session;
	const [now] = useState(() => Date.now());
	const whole = Date.parse(ends) - Date.parse(received);
	const percent = Math.max(0, Math.min(100, Math.round((100 * (Date.parse(ends) - now)) / whole)));
	const format = (iso: string) =>
		dateFormat('en', { dateStyle: 'medium', timeStyle: 'medium', hour12: reader.hourCycle === 'h12' }).format(
			new Date(iso),
		);
	return (
		<>
			<Gauge label="Access token" max={100} value={percent}>
				{percent}% of its lifetime left
			</Gauge>
			<Fields
				fields={[
					['Issued', format(received)],
					['Expires (can be refreshed from then on)', format(ends)],
					['scope', scope],
				]}
			/>
		</>
	);
}

/** Stores a response's token in a shell variable for the next call, and prints it. */
const keepingToken = (...curl: string[]): string =>
	`ACCESS_TOKEN=$(${curl.join(' \\\n  ')} \\\n  | sed -n 's/.*"access_token": *"\\([^"]*\\)".*/\\1/p')\necho "$ACCESS_TOKEN"`;

/** The steps of an OAuth client: call, get a code, exchange it, call as the user (Spec §3.1, §4). */
function QuickStart() {
	const { settings } = usePageData();
	const { data: { loc, event, user } = noExamples } = useQuery(exampleQuery);
	const { state } = useLocation() as { state: { code?: string | null } | null };
	// Any site can link here, and people paste the code into a shell, so it may contain nothing that a shell runs.
	const code = useInBrowser(
		() => (/^[\w.~+/=%-]+$/.test(state?.code ?? '') ? state?.code : undefined),
		undefined,
	);
	const { authorization_endpoint, client_id, redirect_uri, scope, service } = settings;
	const { base_url, auth_url, token_params, client_secret } = service;
	const authorize = new URL(authorization_endpoint);
	authorize.search = `${new URLSearchParams({ client_id, redirect_uri, response_type: 'code', scope, state: quickStartState })}`;
	const field = (name: string, value: string) => `--data-urlencode ${quoted(`${name}=${value}`)}`;
	const exchange = keepingToken(
		// -G moves the fields to the query string.
		`${token_params === 'query' ? 'curl -sS -G -X POST' : 'curl -sS'} ${quoted(auth_url + authorizationPaths.token)}`,
		field('client_id', client_id),
		client_secret === undefined
			? '--data-urlencode "client_secret=$CLIENT_SECRET"'
			: field('client_secret', client_secret),
		field('redirect_uri', redirect_uri),
		field('grant_type', 'authorization_code'),
		code ? field('code', code) : '--data-urlencode "code=$CODE"',
	);
	const withoutSignIn = keepingToken(
		`curl -sS ${quoted(`${auth_url}/_sandbox/tokens`)}`,
		"-H 'X-Daybill-Sandbox-Control: 1'",
		"-H 'Content-Type: application/json'",
		`-d ${quoted(JSON.stringify({ client_id, user_id: user }))}`,
	);
	const list = operationPath('listEvents', { loc, day_type: 'week' });
	const wish = operationPath('wishEvent', { id: event });
	return (
		<section className={css.section} aria-labelledby={quickStartState}>
			<h2 id={quickStartState}>Quick start</h2>
			<ol className={css.steps}>
				<li>
					<h3>Call without a token</h3>
					<Snippet
						title="first call"
						text={asCurl({ method: 'GET', path: list, sender: 'anonymous' }, base_url)}
					/>
				</li>
				<li>
					<h3>Get a code</h3>
					<p>
						Send the user to this URL. After consent, the service redirects to your redirect URI with{' '}
						<code>code</code> and <code>state</code>. <a href={authorize.href}>Open it</a>: this site then
						shows the code here.
					</p>
					<Snippet title="authorization URL" text={authorize.href} />
					{code && (
						<div role="status">
							<p>Your code, which can be used once and soon expires:</p>
							<Snippet title="code" text={code} />
						</div>
					)}
				</li>
				<li>
					<h3>Exchange it</h3>
					<p>
						From your server, because it needs the client secret. The response has <code>access_token</code>{' '}
						and <code>refresh_token</code>.
					</p>
					<Snippet title="token request" text={exchange} />
					{client_secret !== undefined && (
						<>
							<p>Or, with the sandbox only, get a token without a sign-in:</p>
							<Snippet title="sandbox token" text={withoutSignIn} />
						</>
					)}
				</li>
				<li>
					<h3>Call as the user</h3>
					<p>Marks interest in an event, in the same shell.</p>
					<Snippet
						title="call with the token"
						text={asCurl({ method: 'POST', path: wish, sender: 'session' }, base_url)}
					/>
				</li>
			</ol>
		</section>
	);
}
