/** Databases of the sandbox of any size, for benches. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

/** A seeded database of a given size, made once and kept in `.bench/`. */
export async function seeded(events: number, relations: number): Promise<string> {
	const folder = path.join(root, '.bench');
	const file = path.join(folder, `sandbox-${events}-${relations}.sqlite`);
	await mkdir(folder, { recursive: true });
	if (!existsSync(file)) {
		const size = ['--events', String(events), '--relations', String(relations), '--db', file];
		const { status } = spawnSync(process.execPath, [path.join(root, 'src/cli/seed.ts'), ...size], {
			stdio: 'inherit',
		});
		if (status !== 0) throw new Error('seeding failed');
	}
	return file;
}
