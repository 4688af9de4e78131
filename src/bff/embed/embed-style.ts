/** The style of the embed, in the colours of the brand. */
import type { Brand, Palette } from '../brand/brand.ts';

/** The content of the style element. */
export function embedStyle({ palettes: { light, dark }, isDark }: Brand): string {
	const color = (name: Exclude<keyof Palette, 'tints'>) => `light-dark(${light[name]},${dark[name]})`;
	const tintRules = Object.entries(light.tints).map(
		([type, tint]) =>
			`[data-type=${type}]{--tint:light-dark(${tint},${dark.tints[type as keyof Palette['tints']]})}`,
	);
	const schemes = isDark
		? ':root{color-scheme:dark}'
		: ':root{color-scheme:light dark}:root[data-theme=light]{color-scheme:light}:root[data-theme=dark]{color-scheme:dark}';
	return `${schemes}
body{margin:0;padding:.75rem;font:15px/1.45 system-ui,"Noto Sans SC",sans-serif;background:${color('paper')};color:${color('ink')}}
h1{font-size:1.1rem;margin:0 0 .5rem;border-bottom:3px double;padding-bottom:.5rem}ul{list-style:none;margin:0;padding:0}
li{display:grid;grid-template-columns:48px 1fr;gap:.75rem;padding:.6rem 0;border-bottom:1px solid ${color('rule')}}
li>div{min-width:0;overflow-wrap:anywhere}li>span{position:relative;display:grid;place-content:center;width:48px;height:64px;overflow:hidden;border-radius:4px;background:var(--tint);color:light-dark(${light.sheet},${dark.paper});font-weight:800}
li img{position:absolute;inset:0;width:48px;height:64px;object-fit:cover}a{color:inherit;font-weight:700}
p{margin:0;color:${color('faded')};font-size:.875rem}:focus-visible{outline:3px solid ${color('focus')}}${tintRules.join('')}`;
}
