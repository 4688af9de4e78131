/**
 * `npm run pseudo`: Daybill with its sandbox in the pseudo-locale, from left to right in a browser that asks for English,
 * and mirrored in one that asks for Arabic. The settings are those of `npm start`.
 */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { directionOf } from '../../src/contract/bff-api/preferences.ts';
import { buildPseudo, pseudoLocales, pseudoWebDir } from './build.ts';
import { pseudoFile } from './pseudo.ts';

/** The words of a language that the BFF says. */
const isWordsOf = (url: string, locale: string) => url.endsWith(`/src/contract/words/${locale}.json`);

registerHooks({
	load(url, context, next) {
		const locale = pseudoLocales.find((each) => isWordsOf(url, each));
		if (locale === undefined) return next(url, context);
		const english = readFileSync(fileURLToPath(new URL('en.json', url)), 'utf8');
		const source = pseudoFile(english, directionOf(locale) === 'rtl');
		return { format: 'json', source, shortCircuit: true };
	},
});

// Only after that: what imports the words must not be loaded before.
const { startBff } = await import('../../src/bff/app.ts');
const { startEmbeddedSandbox } = await import('../../src/cli/embedded-sandbox.ts');
const { freePort } = await import('../../src/cli/free-port.ts');
const { readSettings } = await import('../../src/cli/settings.ts');

await buildPseudo();
const given = readSettings(process.env);
const port = given.bff.port === 0 ? await freePort(given.bff.host) : given.bff.port;
const settings = readSettings({ ...process.env, PORT: String(port) });
const { sandbox, service } = await startEmbeddedSandbox(settings);
const bff = await startBff({ ...settings.bff, ...service, webDir: pseudoWebDir });

console.log(`\nDaybill      ${settings.bff.publicUrl}`);
if (sandbox !== null) console.log(`Sandbox      ${sandbox.origin}`);
console.log('\nCtrl-C stops it.');

const stop = async () => {
	await bff.close();
	await sandbox?.close();
	process.exit(0);
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop());
