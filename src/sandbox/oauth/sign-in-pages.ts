import { demoAccounts } from '../data/demo-accounts.ts';
import { escapeHtml, fill, htmlPage, type PageWords } from '../pages/html.ts';
import type { ServiceError } from '../requests/service-error.ts';
import type { Application } from './applications.ts';
import type { User } from './users.ts';

export const consentsPath = '/sandbox/consents';

const hidden = (fields: Record<string, string>) =>
	Object.entries(fields)
		.map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
		.join('');

const scopeText = (scope: string, { read, write }: PageWords): string =>
	({ event_basic_r: read, event_basic_w: write })[scope] ?? escapeHtml(scope);

export interface FailedSignIn {
	uid: string;
	error: ServiceError;
}

/**
 * @param application to continue to after the sign-in; undefined for the consents page
 * @param query the authorization request, carried through the form
 */
export function signInPage(
	application: Application | undefined,
	query: string | undefined,
	words: PageWords,
	failed?: FailedSignIn,
): string {
	const heading =
		application === undefined
			? words.signInForConsents
			: fill(words.signInFor, { application: escapeHtml(application.name) });
	const accounts = demoAccounts.map(
		({ uid, password }) => `<li><code>${uid}</code> / <code>${password}</code></li>`,
	);
	return htmlPage(
		words.locale,
		words.signIn,
		`<h1>${heading}</h1>
<form method="post" action="/sandbox/sign-in">${query === undefined ? '' : hidden({ query })}${signInFields(words, failed)}</form>
<p>${words.demoAccounts}</p><ul>${accounts.join('')}</ul>`,
	);
}

function signInFields(words: PageWords, failed: FailedSignIn | undefined): string {
	const problem = failed
		? `<p class="error" role="alert" id="problem">${problemOf(failed.error, words)} <small>${fill(words.code, { code: String(failed.error.code) })}</small></p>`
		: '';
	const described = failed ? ' aria-describedby="problem"' : '';
	return `${problem}<label for="uid">${words.userName}</label><input id="uid" name="uid" autocomplete="username" autocapitalize="none" required value="${escapeHtml(failed?.uid ?? '')}"${described}>
<label for="password">${words.password}</label><input id="password" name="password" type="password" autocomplete="current-password" required${described}>
<div class="row"><button class="first">${words.signIn}</button></div>`;
}

function problemOf({ code, detail }: ServiceError, words: PageWords): string {
	// A detail means that there were too many wrong passwords.
	if (code === 120) return detail === undefined ? words.wrongPassword : words.tooManyAttempts;
	const messages: Partial<Record<number, string>> = {
		112: words.tooManyAttempts,
		113: words.missing,
		121: words.gone,
		122: words.blocked,
		128: words.locked,
	};
	return messages[code] ?? words.unusable;
}

const signedInAs = ({ name }: User, words: PageWords): string =>
	fill(words.signedInAs, { name: `<strong>${escapeHtml(name)}</strong>` });

const signOutForm = (label: string, fields: Record<string, string>): string =>
	`<form method="post" action="/sandbox/sign-out">${hidden(fields)}<p><button class="link">${label}</button></p></form>`;

export function consentPage(
	application: Application,
	user: User,
	{ scopes, isRemembered }: { scopes: readonly string[]; isRemembered: boolean },
	query: string,
	words: PageWords,
): string {
	const heading = isRemembered ? words.continueTo : words.allowHeading;
	const names = { application: escapeHtml(application.name) };
	const items = scopes.map(
		(scope) => `<li>${scopeText(scope, words)} <span class="who">(${escapeHtml(scope)})</span></li>`,
	);
	return htmlPage(
		words.locale,
		fill(isRemembered ? words.continueTo : words.allowTitle, { application: application.name }),
		`<h1>${fill(heading, names)}</h1>
<p>${signedInAs(user, words)}</p><p>${fill(words.wants, names)}</p><ul>${items.join('')}</ul>
<form method="post" action="/sandbox/consent">${hidden({ query, user_id: user.id })}
<div class="row"><button class="first" name="decision" value="allow">${isRemembered ? words.goOn : words.allow}</button><button name="decision" value="deny">${words.deny}</button></div></form>
${signOutForm(words.otherAccount, { query })}`,
	);
}

export function consentsPage(
	user: User,
	consents: readonly { clientId: string; name: string; scopes: readonly string[] }[],
	words: PageWords,
): string {
	const items = consents.map(
		({ clientId, name, scopes }) => `<h2>${escapeHtml(name)}</h2><ul>${scopes
			.map((scope) => `<li>${scopeText(scope, words)}</li>`)
			.join('')}</ul><form method="post" action="${consentsPath}/withdraw">${hidden({ client_id: clientId })}
<button>${fill(words.withdraw, { application: escapeHtml(name) })}</button></form>`,
	);
	return htmlPage(
		words.locale,
		words.allowed,
		`<h1>${words.allowed}</h1>
<p>${signedInAs(user, words)}</p>${signOutForm(words.signOut, {})}${items.join('') || `<p>${words.noneAllowed}</p>`}`,
	);
}
