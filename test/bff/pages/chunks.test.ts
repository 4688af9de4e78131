import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pageModules, readChunks } from '../../../src/bff/pages/chunks.ts';
import { temporaryFolder } from '../start-bff.ts';

describe('the files that a page needs in addition to the entry files', () => {
	it('are those of the modules that the app loads for its pages', async () => {
		const routes = await readFile('src/web/app/routes.tsx', 'utf8');
		const city =
			(await readFile('src/web/features/city-page/city-page.tsx', 'utf8')) +
			(await readFile('src/web/features/filters/filtered-events.tsx', 'utf8'));
		const lazy = [
			...[...routes.matchAll(/import\('\.\.\/([^']+)'\)/g)].map(([, file]) => `src/web/${file}`),
			...[...city.matchAll(/import\('\.\.\/((?:front-page|calendar|city-list\/day)[^']+)'\)/g)].map(
				([, file]) => `src/web/features/${file}`,
			),
		];
		const known = Object.values(pageModules).filter((each) => each !== null);
		expect(new Set(known)).toEqual(new Set(lazy));
	});

	it('are preloaded with their imports and the messages of the language, each once, without the entry files', async () => {
		const folder = await temporaryFolder();
		await mkdir(join(folder, '.vite'));
		await writeFile(
			join(folder, '.vite/manifest.json'),
			JSON.stringify({
				'src/web/i18n/generated/messages/de.js': { file: 'assets/de-1.js', imports: ['index.html'] },
				'index.html': { file: 'assets/first.js', css: ['assets/first.css'] },
				// A module that Vite grouped with others.
				'_event-page-1.js': {
					name: 'event-page',
					file: 'assets/event.js',
					css: ['assets/event.css'],
					imports: ['index.html', '_text.js', '_event-page-1.js'],
				},
				'_text.js': { file: 'assets/text.js', imports: ['index.html'] },
			}),
		);
		const tagsOf = readChunks(folder);
		expect(tagsOf(['event'], 'de')).toEqual([
			'<link rel="modulepreload" href="/assets/de-1.js">',
			'<link rel="modulepreload" href="/assets/event.js">',
			'<link rel="stylesheet" href="/assets/event.css">',
			'<link rel="modulepreload" href="/assets/text.js">',
		]);
		expect(tagsOf(['settings'], 'en')).toEqual([]);
	});
});
