/**
 * `npm run sbom`: writes the app's run-time dependencies to `sbom.cdx.json`, as CycloneDX. npm creates the
 * list from a lock file without development packages, because `npm sbom --omit dev` (npm 11.19) also omits
 * packages that a development package needs too, such as react and undici.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

interface Package {
	name?: string;
	dev?: boolean;
	devDependencies?: Record<string, string>;
}
interface Lock {
	packages: Record<string, Package>;
}

const npmSbom = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only'];
const maxBytes = 64 * 1024 * 1024;

const read = <Content>(file: string): Content => JSON.parse(readFileSync(file, 'utf8')) as Content;
const withoutDevelopment = ({ devDependencies: _removed, ...rest }: Package): Package => rest;

const root = read<Package>('package.json');
const lock = read<Lock>('package-lock.json');
const packages = Object.entries(lock.packages)
	.filter(([, { dev }]) => dev !== true)
	.map(([place, each]) => [place, withoutDevelopment(each)] as const);

const place = mkdtempSync(path.join(tmpdir(), 'sbom-'));
try {
	// npm names the app after its folder.
	const folder = path.join(place, root.name ?? 'app');
	mkdirSync(folder);
	const files = {
		'package.json': withoutDevelopment(root),
		'package-lock.json': { ...lock, packages: Object.fromEntries(packages) },
	};
	for (const [name, content] of Object.entries(files))
		writeFileSync(path.join(folder, name), JSON.stringify(content));
	writeFileSync('sbom.cdx.json', execFileSync('npm', npmSbom, { cwd: folder, maxBuffer: maxBytes }));
} finally {
	rmSync(place, { recursive: true });
}
