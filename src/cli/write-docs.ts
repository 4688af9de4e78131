/** `npm run docs`: writes the documents and examples that follow from tables in the code. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brandJsonSchema } from '../bff/brand/brand-json.ts';
import { gapsPage } from './gaps-page.ts';
import { alertRules, dashboard } from './monitoring.ts';

const root = path.resolve(import.meta.dirname, '../..');

const documents: Readonly<Record<string, () => string>> = {
	'docs/brand.schema.json': brandJsonSchema,
	'docs/gaps.md': gapsPage,
	'examples/monitoring/alerts.yaml': alertRules,
	'examples/monitoring/dashboard.json': dashboard,
};

for (const [file, write] of Object.entries(documents)) {
	await mkdir(path.join(root, path.dirname(file)), { recursive: true });
	await writeFile(path.join(root, file), write());
}
