/** The frame and style of the sandbox's own pages: plain HTML without scripts, dark and light. */
import { escapeHtml } from '../../contract/event/plain-text.ts';
import { iconLink } from './icon.ts';
import type { PageLocale } from './page-words.ts';

const style = `
:root{color-scheme:light dark;--paper:light-dark(#f6f2ea,#171513);--ink:light-dark(#1d1a17,#f2ece2);--line:light-dark(#cfc6b6,#453e36);--accent:light-dark(#1f4e79,#8dc0f0);--on:light-dark(#fff,#10202e)}
*{box-sizing:border-box}body{margin:0;min-height:100dvh;display:grid;place-items:center;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,"Noto Sans SC",sans-serif;padding:1rem}
main{width:min(26rem,100%);border:1px solid var(--line);border-radius:1rem;padding:1.5rem;background:light-dark(#fff,#201d1a)}main.wide{width:min(40rem,100%)}
h1{font-size:1.4rem;line-height:1.25;margin:0 0 .5rem}h2{font-size:1.1rem;margin:1.5rem 0 .25rem}p{margin:.5rem 0}h1,h2,p,li,dd{overflow-wrap:anywhere}label{display:block;font-weight:600;margin-top:1rem}
input{width:100%;min-height:2.75rem;font:inherit;padding:.4rem .75rem;border:1px solid var(--line);border-radius:.5rem;background:transparent;color:inherit}
button{min-height:2.75rem;padding:.5rem 1.25rem;font:inherit;font-weight:600;border-radius:.5rem;border:1px solid var(--accent);background:transparent;color:var(--accent);cursor:pointer}
button.first{background:var(--accent);color:var(--on)}.row{display:flex;gap:.75rem;margin-top:1.25rem;flex-wrap:wrap}.row button{flex:1}
button.link{border:0;padding:0;text-decoration:underline;font-weight:400}a{color:var(--accent)}:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
ul{padding-left:1.2rem}li{margin:.4rem 0}.error{border-left:4px solid #c62828;padding-left:.75rem}.who{color:light-dark(#5b5347,#b8ad9d)}code{font-size:.95em}
img{display:block;max-width:100%;height:auto;border-radius:.75rem;margin:1rem 0}dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem}dt{font-weight:600}dd{margin:0}.text{white-space:pre-line}`;

/** The style element's content, for the hash in the Content-Security-Policy. */
export const pageStyle = style;

/**
 * A whole page.
 *
 * @param locale language of its texts
 * @param title text, before the name of the sandbox
 * @param content HTML of the main part
 * @param width `wide` for pages to read, `narrow` for forms
 */
export function htmlPage(
	locale: PageLocale,
	title: string,
	content: string,
	width: 'narrow' | 'wide' = 'narrow',
): string {
	return `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">${iconLink}<title>${escapeHtml(title)} – Events Sandbox</title><style>${style}</style></head><body><main${width === 'wide' ? ' class="wide"' : ''}><p class="who">Events Sandbox</p>${content}</main></body></html>`;
}
