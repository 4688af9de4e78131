/** The pages of sign-in and consent. */
import { escapeHtml } from '../../contract/event/plain-text.ts';
import { fill } from '../../contract/words/words.ts';
import type { Application } from '../applications.ts';
import { htmlPage } from '../pages/html.ts';
import type { PageWords } from '../pages/page-words.ts';
import type { User } from '../users.ts';
import { formTokenField } from './password-sign-in.ts';

const hidden = (fields: Record<string, string>) =>
	Object.entries(fields)
		.map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
		.join('');

/** What a scope allows, as HTML. */
const scopeText = (scope: string, { read, write }: PageWords): string =>
	({ event_basic_r: read, event_basic_w: write })[scope] ?? escapeHtml(scope);

/** Why a sign-in failed. */
export interface SignInProblem {
	/** What was entered. */
	uid: string;
	message: string;
	code: number;
}

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
	say: PageWords,
	problem?: SignInProblem,
): string {
	return htmlPage(
		say.locale,
		say.signIn,
		`<h1>${fill(say.signInFor, { application: escapeHtml(application.name) })}</h1>
<form method="post" action="/sandbox/sign-in">${hidden({ query, [formTokenField]: formToken })}${signInFields(say, problem)}</form>${demoList(accounts, say)}`,
	);
}

/** Fields for user name and password, with the reason why the last attempt failed. */
function signInFields(say: PageWords, problem: SignInProblem | undefined): string {
	const error = problem
		? `<p class="error" role="alert" id="problem">${escapeHtml(problem.message)} <small>${fill(say.code, { code: String(problem.code) })}</small></p>`
		: '';
	const described = problem ? ' aria-describedby="problem"' : '';
	return `${error}<label for="uid">${say.userName}</label><input id="uid" name="uid" autocomplete="username" autocapitalize="none" required value="${escapeHtml(problem?.uid ?? '')}"${described}>
<label for="password">${say.password}</label><input id="password" name="password" type="password" autocomplete="current-password" required${described}>
<div class="row"><button class="first">${say.signIn}</button></div>`;
}

function demoList(accounts: readonly { uid: string; password: string }[], say: PageWords): string {
	const items = accounts.map(
		({ uid, password }) => `<li><code>${escapeHtml(uid)}</code> / <code>${escapeHtml(password)}</code></li>`,
	);
	return `<p>${say.demoAccounts}</p><ul>${items.join('')}</ul>`;
}

const signedInAs = ({ name }: User, say: PageWords): string =>
	fill(say.signedInAs, { name: `<strong>${escapeHtml(name)}</strong>` });

export function consentPage(
	application: Application,
	user: User,
	scopes: readonly string[],
	query: string,
	guard: string,
	say: PageWords,
): string {
	const names = { application: escapeHtml(application.name) };
	const items = scopes.map(
		(scope) => `<li>${scopeText(scope, say)} <span class="who">(${escapeHtml(scope)})</span></li>`,
	);
	return htmlPage(
		say.locale,
		fill(say.allowTitle, { application: application.name }),
		`<h1>${fill(say.allowHeading, names)}</h1>
<p>${signedInAs(user, say)}</p><p>${fill(say.wants, names)}</p><ul>${items.join('')}</ul>
<form method="post" action="/sandbox/consent">${hidden({ query, guard })}
<div class="row"><button class="first" name="decision" value="allow">${say.allow}</button><button name="decision" value="deny">${say.deny}</button></div></form>
<form method="post" action="/sandbox/sign-out">${hidden({ query, guard })}<p><button class="link">${say.otherAccount}</button></p></form>`,
	);
}

/** Sign-in for the page of consents, without an application. @param formToken binds the form to this browser */
export function accountSignInPage(
	formToken: string,
	accounts: readonly { uid: string; password: string }[],
	say: PageWords,
	problem?: SignInProblem,
): string {
	return htmlPage(
		say.locale,
		say.signIn,
		`<h1>${say.signInForConsents}</h1>
<form method="post" action="/sandbox/consents/sign-in">${hidden({ [formTokenField]: formToken })}${signInFields(say, problem)}</form>${demoList(accounts, say)}`,
	);
}

/** What a person has allowed. @param guard binds the forms to this sign-in */
export function consentsPage(
	user: User,
	consents: readonly { clientId: string; name: string; scopes: readonly string[] }[],
	guard: string,
	say: PageWords,
): string {
	const items = consents.map(
		({ clientId, name, scopes }) => `<h2>${escapeHtml(name)}</h2><ul>${scopes
			.map((scope) => `<li>${scopeText(scope, say)}</li>`)
			.join(
				'',
			)}</ul><form method="post" action="/sandbox/consents/withdraw">${hidden({ client_id: clientId, guard })}
<button>${fill(say.withdraw, { application: escapeHtml(name) })}</button></form>`,
	);
	return htmlPage(
		say.locale,
		say.allowed,
		`<h1>${say.allowed}</h1>
<p>${signedInAs(user, say)}</p>${items.join('') || `<p>${say.noneAllowed}</p>`}`,
	);
}
