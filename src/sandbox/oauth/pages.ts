/** The sandbox's own pages: sign-in, consent and refusal, in plain HTML without scripts. */
import type { Application } from '../applications.ts';
import type { User } from '../users.ts';

const style = `
:root{color-scheme:light dark;--paper:light-dark(#f6f2ea,#171513);--ink:light-dark(#1d1a17,#f2ece2);--line:light-dark(#cfc6b6,#453e36);--accent:light-dark(#1f4e79,#8dc0f0);--on:light-dark(#fff,#10202e)}
*{box-sizing:border-box}body{margin:0;min-height:100dvh;display:grid;place-items:center;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,"Noto Sans SC",sans-serif;padding:1rem}
main{width:min(26rem,100%);border:1px solid var(--line);border-radius:1rem;padding:1.5rem;background:light-dark(#fff,#201d1a)}
h1{font-size:1.4rem;line-height:1.25;margin:0 0 .5rem}p{margin:.5rem 0}label{display:block;font-weight:600;margin-top:1rem}
input{width:100%;min-height:2.75rem;font:inherit;padding:.4rem .75rem;border:1px solid var(--line);border-radius:.5rem;background:transparent;color:inherit}
button{min-height:2.75rem;padding:.5rem 1.25rem;font:inherit;font-weight:600;border-radius:.5rem;border:1px solid var(--accent);background:transparent;color:var(--accent);cursor:pointer}
button.first{background:var(--accent);color:var(--on)}.row{display:flex;gap:.75rem;margin-top:1.25rem;flex-wrap:wrap}.row button{flex:1}
button.link{border:0;padding:0;text-decoration:underline;font-weight:400}:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
ul{padding-left:1.2rem}.error{border-left:4px solid #c62828;padding-left:.75rem}.who{color:light-dark(#5b5347,#b8ad9d)}code{font-size:.95em}`;

/** The style element's content, for the hash in the Content-Security-Policy. */
export const pageStyle = style;

/** Text as it may stand in HTML, in elements and attributes. */
export function escapeHtml(text: string): string {
	const entities: Record<string, string> = {
		'&': '&amp;',
		'<': '&lt;',
		'>': '&gt;',
		'"': '&quot;',
		"'": '&#39;',
	};
	return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

function page(title: string, content: string): string {
	return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title><style>${style}</style></head><body><main>${content}</main></body></html>`;
}

const hidden = (fields: Record<string, string>) =>
	Object.entries(fields)
		.map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
		.join('');

/** What a scope allows, in plain words. */
const scopeWords: Record<string, string> = {
	event_basic_r: 'see events, and which you take part in or are interested in',
	event_basic_w: 'join and leave events, and mark your interest, in your name',
};

/**
 * @param query the authorization request, carried through the form
 * @param accounts demo accounts to show
 * @param problem why the last try failed
 */
export function signInPage(
	application: Application,
	query: string,
	accounts: readonly { uid: string; password: string }[],
	problem?: { uid: string; message: string },
): string {
	return page(
		'Sign in – Events Sandbox',
		`<p class="who">Events Sandbox</p><h1>Sign in to continue to ${escapeHtml(application.name)}</h1>
<form method="post" action="/sandbox/sign-in">${hidden({ query })}${signInFields(problem)}</form>${demoList(accounts)}`,
	);
}

/** User name and password, with why the last try failed. */
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
			`<li>${scopeWords[scope] ?? escapeHtml(scope)} <span class="who">(${escapeHtml(scope)})</span></li>`,
	);
	return page(
		`Allow ${application.name}? – Events Sandbox`,
		`<p class="who">Events Sandbox</p><h1>Allow ${escapeHtml(application.name)} to use your account?</h1>
<p>You are signed in as <strong>${escapeHtml(user.name)}</strong>. ${escapeHtml(application.name)} asks to:</p><ul>${items.join('')}</ul>
<form method="post" action="/sandbox/consent">${hidden({ query, guard })}
<div class="row"><button class="first" name="decision" value="allow">Allow</button><button name="decision" value="deny">Deny</button></div></form>
<form method="post" action="/sandbox/sign-out">${hidden({ query, guard })}<p><button class="link">Use another account</button></p></form>`,
	);
}

/** Sign-in of a person who comes for the consents, with no application that asks. */
export function accountSignInPage(
	accounts: readonly { uid: string; password: string }[],
	problem?: { uid: string; message: string },
): string {
	return page(
		'Sign in – Events Sandbox',
		`<p class="who">Events Sandbox</p><h1>Sign in to see what you have allowed</h1>
<form method="post" action="/sandbox/consents/sign-in">${signInFields(problem)}</form>${demoList(accounts)}`,
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
			.map((scope) => `<li>${scopeWords[scope] ?? escapeHtml(scope)}</li>`)
			.join(
				'',
			)}</ul><form method="post" action="/sandbox/consents/withdraw">${hidden({ client_id: clientId, guard })}
<button>Withdraw from ${escapeHtml(name)}</button></form>`,
	);
	return page(
		'What you have allowed – Events Sandbox',
		`<p class="who">Events Sandbox</p><h1>What you have allowed</h1>
<p>You are signed in as <strong>${escapeHtml(user.name)}</strong>.</p>${items.join('') || '<p>No application may use your account.</p>'}`,
	);
}
