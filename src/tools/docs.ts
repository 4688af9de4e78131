/** `npm run docs`: generates the documents that are derived from tables in the code. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brandJsonSchema } from '../bff/brand/brand-json.ts';
import { bffApiPage } from './bff-api-page.ts';

const docs = path.resolve(import.meta.dirname, '../../docs');

await writeFile(path.join(docs, 'brand.schema.json'), brandJsonSchema());
await writeFile(path.join(docs, 'contract/bff-api.md'), await bffApiPage());
