/** The sandbox's own pages: plain HTML with a dark and a light theme, without frames, that works without scripts. */
import { createHash } from 'node:crypto';
import { escapeUTF8 } from 'entities';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { sandboxName } from '../../servers/sandbox-defaults.ts';
import type { Application } from '../oauth/applications.ts';
import words from './page-words.json' with { type: 'json' };

/** The sandbox's languages. It simulates a service, so it has fewer than Daybill. */
export type PageLocale = keyof typeof words;

/** Placeholders such as `{application}` are for `fill`. */
export type PageWords = (typeof words)['en'] & { locale: PageLocale };

/** Chooses by Accept-Language (RFC 9110 §12.5.4). Chinese of any script and region gets simplified characters. */
export function pageWordsFor({ headers }: Pick<FastifyRequest, 'headers'>): PageWords {
	const locale = new Negotiator({ headers }).language(['en', 'zh']) === 'zh' ? 'zh-Hans' : 'en';
	return { ...words[locale], locale };
}

const style = `
:root{color-scheme:light dark;--paper:light-dark(#f6f2ea,#171513);--ink:light-dark(#1d1a17,#f2ece2);--line:light-dark(#cfc6b6,#453e36);--accent:light-dark(#1f4e79,#8dc0f0);--on:light-dark(#fff,#10202e)}
*{box-sizing:border-box}body{margin:0;min-height:100dvh;display:grid;place-items:center;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,"Noto Sans SC",sans-serif;padding:1rem}
main{width:min(26rem,100%);min-width:0;border:1px solid var(--line);border-radius:1rem;padding:1.5rem;background:light-dark(#fff,#201d1a)}main.wide{width:min(40rem,100%)}main.document{width:min(60rem,100%)}
h1{font-size:1.4rem;line-height:1.25;margin:0 0 .5rem}h2{font-size:1.1rem;margin:1.5rem 0 .25rem}p{margin:.5rem 0}h1,h2,h3,p,li,dd{overflow-wrap:anywhere}label{display:block;font-weight:600;margin-top:1rem}
input{width:100%;min-height:2.75rem;font:inherit;padding:.4rem .75rem;border:1px solid var(--line);border-radius:.5rem;background:transparent;color:inherit}
button{min-height:2.75rem;padding:.5rem 1.25rem;font:inherit;font-weight:600;border-radius:.5rem;border:1px solid var(--accent);background:transparent;color:var(--accent);cursor:pointer}
button.first{background:var(--accent);color:var(--on)}.row{display:flex;gap:.75rem;margin-top:1.25rem;flex-wrap:wrap}.row button{flex:1}
button.link{border:0;padding:0;text-decoration:underline;font-weight:400}a{color:var(--accent)}:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
ul{padding-left:1.2rem}li{margin:.4rem 0}.error{border-left:4px solid #c62828;padding-left:.75rem}.who{color:light-dark(#5b5347,#b8ad9d)}code{font-size:.95em}
img{display:block;max-width:100%;height:auto;border-radius:.75rem;margin:1rem 0}dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem}dt{font-weight:600}dd{margin:0}.text{white-space:pre-line}
.document h2{border-top:3px solid;padding-top:.75rem;margin-top:3rem}h3{margin:2rem 0 .25rem}.table{overflow-x:auto}table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.4rem .75rem .4rem 0;border-bottom:1px solid var(--line)}`;

/** Sends forms without adding to the browser's history, so that Back leads past these pages. */
const script = `addEventListener('submit',async(event)=>{event.preventDefault();
const{target,submitter}=event;const body=new URLSearchParams(new FormData(target,submitter));
const response=await fetch(target.action,{method:'POST',headers:{accept:'text/html,text/uri-list'},body});const text=await response.text();
if(response.ok)location.replace(text);else document.documentElement.replaceWith(new DOMParser().parseFromString(text,'text/html').documentElement)})`;

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const sources = `style-src ${hashOf(style)}; script-src ${hashOf(script)}`;

/** Pages about events and users, for `alt` and `adapt_url` (Spec §2.1, §2.2). */
export const pagePatterns = {
	event: '/pages/events/:id',
	mobileEvent: '/pages/m/events/:id',
	user: '/pages/users/:id',
} as const;

/** An identifier can be any string, so it is percent-encoded. */
export const pagePath = (page: keyof typeof pagePatterns, id: string): string =>
	pagePatterns[page].replace(':id', () => encodeURIComponent(id));

/** Without an icon in the page, browsers request `/favicon.ico`, which doesn't exist here. */
const icon = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#1f4e79"/><path d="M9 10h14v14H9zM9 15h14M13 7v5M19 7v5" fill="none" stroke="#fff" stroke-width="2.5" stroke-linecap="round"/></svg>')}`;

export const escapeHtml = escapeUTF8;

/** Replaces placeholders such as `{application}` in a text. */
export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
	text.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);

/**
 * @param title text, before the name of the sandbox
 * @param content HTML
 * @param width `narrow` for forms, `wide` for pages to read, `document` for tables
 */
export function htmlPage(
	locale: PageLocale,
	title: string,
	content: string,
	width: 'narrow' | 'wide' | 'document' = 'narrow',
): string {
	return `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" type="image/svg+xml" href="${icon}"><title>${escapeHtml(title)} – ${sandboxName}</title><style>${style}</style></head><body><main class="${width}"><p class="who">${sandboxName}</p>${content}</main>${content.includes('<form') ? `<script>${script}</script>` : ''}</body></html>`;
}

/** After a form: redirects, or tells the script where to go. */
export const leadTo = ({ headers }: FastifyRequest, reply: FastifyReply, url: string): FastifyReply =>
	headers.accept?.includes('text/uri-list')
		? reply.type('text/uri-list').send(url)
		: reply.redirect(url, 303);

/** Sends a page. Its forms may submit to the sandbox itself, and redirect to the requesting application. */
export function sendPage(
	reply: FastifyReply,
	html: string,
	{ application, status = 200 }: { application?: Application | undefined; status?: number } = {},
): FastifyReply {
	// Browsers also apply `form-action` to redirects after a form is sent.
	const target = application === undefined ? '' : ` ${new URL(application.redirect_uri).origin}`;
	return (
		reply
			.code(status)
			.header('content-type', 'text/html; charset=utf-8')
			.header(
				'content-security-policy',
				`default-src 'none'; ${sources}; connect-src 'self'; img-src 'self' data:; form-action 'self'${target}; frame-ancestors 'none'; base-uri 'none'`,
			)
			.header('x-content-type-options', 'nosniff')
			.header('x-frame-options', 'DENY')
			// Reveals nothing to other sites. With `no-referrer`, browsers would send `Origin: null` with forms.
			.header('referrer-policy', 'same-origin')
			.header('cache-control', 'no-store')
			.send(html)
	);
}
