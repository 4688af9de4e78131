/** The pages of sign-in and consent. */

import { escapeHtml } from '../../contract/event/plain-text.ts';
import type { Application } from '../applications.ts';
import { htmlPage } from '../pages/html.ts';
import type { User } from '../users.ts';
import { formTokenField } from './password-sign-in.ts';

const hidden = (fields: Record<string, string>) =>
	Object.entries(fields)
		.map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
		.join('');

/** What a scope allows, for the consent page. */
const scopeDescriptions: Record<string, string> = {
	event_basic_r: 'see events, and which you take part in or are interested in',
	event_basic_w: 'join and leave events, and mark your interest, in your name',
};

/**
 * @param query the authorization request, carried through the form
 * @param formToken binds the form to this browser
 * @param accounts demo accounts to show
 * @param problem why the last attempt failed
 */
export function signInPage(
	application: Application,
	query: string,
	formToken: string,
	accounts: readonly { uid: string; password: string }[],
	problem?: { uid: string; message: string },
): string {
	return htmlPage(
		'Sign in',
		`<h1>Sign in to continue to ${escapeHtml(application.name)}</h1>
<form method="post" action="/sandbox/sign-in">${hidden({ query, [formTokenField]: formToken })}${signInFields(problem)}</form>${demoList(accounts)}`,
	);
}

/** Fields for user name and password, with the reason why the last attempt failed. */
function signInFields(problem: { uid: string; message: string } | undefined): string {
	const error = problem
		? `<p class="error" role="alert" id="problem">${escapeHtml(problem.message)}</p>`
		: '';
	const described = problem ? ' aria-describedby="problem"' : '';
	return `${error}<label for="uid">User name</label><input id="uid" name="uid" autocomplete="username" autocapitalize="none" required value="${escapeHtml(problem?.uid ?? '')}"${described}>
<label for="password">Password</label><input id="password" name="password" type="password" autocomplete="current-password" required${described}>
<div class="row"><button class="first">Sign in</button></div>`;
}

function demoList(accounts: readonly { uid: string; password: string }[]): string {
	const items = accounts.map(
		({ uid, password }) => `<li><code>${escapeHtml(uid)}</code> / <code>${escapeHtml(password)}</code></li>`,
	);
	return `<p>Demo accounts:</p><ul>${items.join('')}</ul>`;
}

export function consentPage(
	application: Application,
	user: User,
	scopes: readonly string[],
	query: string,
	guard: string,
): string {
	const items = scopes.map(
		(scope) =>
			`<li>${scopeDescriptions[scope] ?? escapeHtml(scope)} <span class="who">(${escapeHtml(scope)})</span></li>`,
	);
	return htmlPage(
		`Allow ${application.name}?`,
		`<h1>Allow ${escapeHtml(application.name)} to use your account?</h1>
<p>You are signed in as <strong>${escapeHtml(user.name)}</strong>. ${escapeHtml(application.name)} wants to:</p><ul>${items.join('')}</ul>
<form method="post" action="/sandbox/consent">${hidden({ query, guard })}
<div class="row"><button class="first" name="decision" value="allow">Allow</button><button name="decision" value="deny">Deny</button></div></form>
<form method="post" action="/sandbox/sign-out">${hidden({ query, guard })}<p><button class="link">Use another account</button></p></form>`,
	);
}

/** Sign-in for the page of consents, without an application. @param formToken binds the form to this browser */
export function accountSignInPage(
	formToken: string,
	accounts: readonly { uid: string; password: string }[],
	problem?: { uid: string; message: string },
): string {
	return htmlPage(
		'Sign in',
		`<h1>Sign in to see what you have allowed</h1>
<form method="post" action="/sandbox/consents/sign-in">${hidden({ [formTokenField]: formToken })}${signInFields(problem)}</form>${demoList(accounts)}`,
	);
}

/** What a person has allowed. @param guard binds the forms to this sign-in */
export function consentsPage(
	user: User,
	consents: readonly { clientId: string; name: string; scopes: readonly string[] }[],
	guard: string,
): string {
	const items = consents.map(
		({ clientId, name, scopes }) => `<h2>${escapeHtml(name)}</h2><ul>${scopes
			.map((scope) => `<li>${scopeDescriptions[scope] ?? escapeHtml(scope)}</li>`)
			.join(
				'',
			)}</ul><form method="post" action="/sandbox/consents/withdraw">${hidden({ client_id: clientId, guard })}
<button>Withdraw from ${escapeHtml(name)}</button></form>`,
	);
	return htmlPage(
		'What you have allowed',
		`<h1>What you have allowed</h1>
<p>You are signed in as <strong>${escapeHtml(user.name)}</strong>.</p>${items.join('') || '<p>No application may use your account.</p>'}`,
	);
}
