import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { quickStartState } from '../../../contract/bff-api/developers.ts';
import { authorizationPaths, operationPath } from '../../../contract/spec/operations.ts';
import { usePageData } from '../../shared/page-data.tsx';
import { useInBrowser } from '../../ui/use-in-browser.ts';
import css from './developers.module.css';
import { exampleQuery, noExamples } from './exchange.ts';
import { asCurl, quoted, Snippet } from './snippet.tsx';

/** Stores a response's token in a shell variable for the next call, and prints it. */
const keepingToken = (...curl: string[]): string =>
	`ACCESS_TOKEN=$(${curl.join(' \\\n  ')} \\\n  | sed -n 's/.*"access_token": *"\\([^"]*\\)".*/\\1/p')\necho "$ACCESS_TOKEN"`;

/** The steps of an OAuth client: call, get a code, exchange it, call as the user (Spec §3.1, §4). */
export function QuickStart() {
	const { settings } = usePageData();
	const { data: { loc, event, user } = noExamples } = useQuery(exampleQuery);
	const { state } = useLocation() as { state: { code?: string | null } | null };
	const code = useInBrowser(() => state?.code, undefined);
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
