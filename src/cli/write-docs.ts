/** `npm run docs`: writes the documents that follow from the contract. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gapsPage } from './gaps-page.ts';

await writeFile(path.resolve(import.meta.dirname, '../../docs/gaps.md'), gapsPage());
