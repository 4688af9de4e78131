/**
 * `npm start` in a copy of the project as it is after `npm ci`, without build and data: seconds until a list and its first
 * posters have arrived, the first time and the second.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { judged } from './aims.ts';
import { median } from './measure.ts';
import { report } from './report.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** What is not in the repository, or is not needed. */
const leftOut = new Set(['node_modules', 'dist', 'lib', 'data', 'docs', 'test', 'test-results']);
/** What `npm run messages` and the build of the web app leave among the sources. */
const compiledMessages = /\/i18n\/(generated|project\.inlang\/cache)$/;
const posterCount = 4;

/** @returns seconds until the list and its first posters were there */
async function startOnce(folder: string): Promise<number> {
	const startedAt = performance.now();
	const child = spawn('npm', ['start'], {
		cwd: folder,
		env: { ...process.env, NODE_COMPILE_CACHE: path.join(folder, 'cache'), PORT: '0', SANDBOX_PORT: '0' },
		stdio: ['ignore', 'pipe', 'inherit'],
		// npm does not pass every signal on: its group gets it.
		detached: true,
	});
	const ended = once(child, 'close');
	try {
		const { promise: url, resolve, reject } = Promise.withResolvers<string>();
		void ended.then(() => reject(new Error('npm start ended')));
		let printed = '';
		child.stdout.on('data', (chunk: Buffer) => {
			printed += chunk;
			const [, found] = /^Daybill +(http\S+)$/m.exec(printed) ?? [];
			if (found !== undefined && printed.includes('Ctrl-C')) resolve(found);
		});
		const origin = await url;
		const html = await (await fetch(`${origin}/cities/beijing?day_type=week`)).text();
		const posters = [...html.matchAll(/<img[^>]* src="(\/images\/[^"]+)"/g)].slice(0, posterCount);
		if (posters.length < posterCount) throw new Error('the list has no posters');
		await Promise.all(
			posters.map(async ([, source = '']) => {
				const response = await fetch(origin + source.replaceAll('&amp;', '&'));
				if (!response.ok) throw new Error(`a poster: ${response.status}`);
				await response.arrayBuffer();
			}),
		);
		return (performance.now() - startedAt) / 1000;
	} finally {
		if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
		await ended;
	}
}

/** @param runs of which the median counts @returns whether the aims were met */
export async function run({ runs = 3 }: { runs?: number } = {}): Promise<boolean> {
	const first: number[] = [];
	const second: number[] = [];
	for (let index = 0; index < runs; index++) {
		const folder = await mkdtemp(path.join(tmpdir(), 'daybill-start-'));
		try {
			await cp(root, folder, {
				recursive: true,
				filter: (source) => {
					const [top = ''] = path.relative(root, source).split(path.sep);
					return (
						!leftOut.has(top) && (!top.startsWith('.') || top === '.npmrc') && !compiledMessages.test(source)
					);
				},
			});
			await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
			first.push(await startOnce(folder));
			second.push(await startOnce(folder));
		} finally {
			await rm(folder, { recursive: true, force: true });
		}
	}
	return report('start', [judged('start', median(first)), judged('startAgain', median(second))]);
}
