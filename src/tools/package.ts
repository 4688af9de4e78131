/**
 * Part of `npm pack` and `npm publish`: writes all files of the package except the built web app. `lib`
 * contains JavaScript, since Node doesn't strip types below node_modules; `licenses.md` lists the installed
 * dependencies.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';

interface Lock {
	packages: Record<string, { version?: string; license?: string; dev?: boolean }>;
}

/** The packages that Daybill needs at run time, as Markdown. */
function licenses({ packages }: Lock): string {
	const rows = Object.entries(packages)
		.filter(([place, { dev }]) => place !== '' && dev !== true)
		.map(([place, { version = '', license = 'not stated' }]) => {
			const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
			return `| ${name} | ${version} | ${license} |`;
		});
	return [
		'# Licenses of what Daybill uses',
		'',
		'Daybill itself: MIT. Parts of these packages are also inside the built web app. The fonts: SIL Open Font License 1.1',
		'(`fonts/OFL.txt`).',
		'',
		'| package | version | license |',
		'|---|---|---|',
		...[...new Set(rows)].sort(),
		'',
	].join('\n');
}

rmSync('lib', { recursive: true, force: true });
// npm adds node_modules/.bin to PATH.
const { status } = spawnSync('tsc', ['--project', 'tsconfig.package.json'], {
	stdio: 'inherit',
	shell: process.platform === 'win32',
});
if (status !== 0) throw new Error('the TypeScript of the package could not be compiled');
writeFileSync('licenses.md', licenses(JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock));
