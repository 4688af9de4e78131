/**
 * `daybill check`: reads the settings and the brand as a start does, and tries how the configured service pages its lists. Exit
 * status 1 when something is wrong, with a line for each mistake.
 */
import { readBrand } from '../bff/brand/read-brand.ts';
import { probePaging } from './probe-paging.ts';
import { fail } from './run.ts';
import { readSettings } from './settings.ts';

try {
	const { bff, sandbox, brandDir } = readSettings(process.env);
	const brand = brandDir === null ? undefined : await readBrand(brandDir);
	console.log(`The settings are right.\nDaybill  ${bff.publicUrl}`);
	console.log(`Service  ${sandbox.enabled ? 'the sandbox' : bff.eventsBaseUrl}`);
	console.log(`Data     ${bff.dataDir}`);
	if (brand !== undefined) console.log(`Brand    ${brand.name}, ${brandDir}`);
	if (!sandbox.enabled) console.log(await probePaging(bff));
} catch (error) {
	fail(error);
}
