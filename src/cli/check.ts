/**
 * `daybill check`: reads the settings and the brand as a start does, and tries how the configured service pages its lists. Exit
 * status 1 when something is wrong, with a line for each mistake.
 */
import { BrandError } from '../bff/brand/folder.ts';
import { readConfiguredBrand } from './configured-brand.ts';
import { probePaging } from './probe-paging.ts';
import { readSettings, SettingsError } from './settings.ts';

try {
	const settings = readSettings(process.env);
	const { bff, sandbox } = settings;
	const brand = await readConfiguredBrand(settings);
	console.log(`The settings are right.\nDaybill  ${bff.publicUrl}`);
	console.log(`Service  ${sandbox.enabled ? 'the sandbox' : bff.eventsBaseUrl}`);
	console.log(`Data     ${bff.dataDir}`);
	if (brand !== undefined) console.log(`Brand    ${brand.name}, ${settings.brandDir}`);
	if (!sandbox.enabled) console.log(await probePaging(bff));
} catch (error) {
	if (!(error instanceof SettingsError || error instanceof BrandError)) throw error;
	console.error(error.message);
	process.exitCode = 1;
}
