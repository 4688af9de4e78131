import { useQuery } from '@tanstack/react-query';
import { authorizationPaths, operationPath } from '../../../contract/spec/operations.ts';
import { usePageData } from '../../shared/page-data.tsx';
import css from './developers.module.css';
import { exampleQuery, noExamples } from './examples.ts';
import { asCurl, Snippet } from './snippet.tsx';

/** The three steps of an OAuth client: get a code, exchange it, call the API (Spec §3.1, §4). */
export function QuickStart() {
	const { settings } = usePageData();
	const { data: { loc } = noExamples } = useQuery(exampleQuery);
	const { authorization_endpoint, client_id, redirect_uri, scope, service } = settings;
	const authorize = new URL(authorization_endpoint);
	authorize.search = `${new URLSearchParams({ client_id, redirect_uri, response_type: 'code', scope, state: 'a-random-value' })}`;
	const exchange = {
		client_id,
		client_secret: '$CLIENT_SECRET',
		redirect_uri,
		grant_type: 'authorization_code',
		code: '$CODE',
	};
	// -G moves the fields to the query string.
	const curl = service.token_params === 'query' ? 'curl -G -X POST' : 'curl';
	const curlFields = Object.entries(exchange).map(([name, value]) => `  --data-urlencode "${name}=${value}"`);
	const firstPath = operationPath('listEvents', { loc, day_type: 'week' });
	return (
		<section className={css.section} aria-labelledby="developers-quick-start">
			<h2 id="developers-quick-start">Quick start</h2>
			<ol className={css.steps}>
				<li>
					<h3>Get a code</h3>
					<p>
						Send the user to this URL. After consent, the service redirects to your redirect URI with{' '}
						<code>code</code> and <code>state</code>.
					</p>
					<Snippet title="authorization URL" text={authorize.href} />
				</li>
				<li>
					<h3>Exchange it</h3>
					<p>
						From your server, because it needs the client secret. The response has <code>access_token</code>{' '}
						and <code>refresh_token</code>.
					</p>
					<Snippet
						title="token request"
						text={[`${curl} ${service.auth_url}${authorizationPaths.token}`, ...curlFields].join(' \\\n')}
					/>
				</li>
				<li>
					<h3>Call the API</h3>
					<p>Reads may need a token.</p>
					<Snippet
						title="first call"
						text={asCurl({ method: 'GET', path: firstPath, sender: 'session' }, service.base_url)}
					/>
				</li>
			</ol>
		</section>
	);
}
