/**
 * `daybill check-settings`: reads the settings and the brand as a start does. Exit status 1 when something is wrong, with a line
 * for each mistake.
 */
import { BrandError } from '../bff/brand/brand-error.ts';
import { readConfiguredBrand } from './configured-brand.ts';
import { readSettings, SettingsError } from './settings.ts';

try {
	const settings = readSettings(process.env);
	const { bff, sandbox } = settings;
	const brand = await readConfiguredBrand(settings);
	console.log(
		[
			'The settings are right.',
			`Daybill  ${bff.publicUrl}`,
			`Service  ${sandbox.enabled ? 'the sandbox' : bff.eventsBaseUrl}`,
			`Data     ${bff.dataDir}`,
			...(brand === undefined ? [] : [`Brand    ${brand.name}, ${settings.brandDir}`]),
		].join('\n'),
	);
} catch (error) {
	if (!(error instanceof SettingsError || error instanceof BrandError)) throw error;
	console.error(error.message);
	process.exitCode = 1;
}
