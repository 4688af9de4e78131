import type { Brand } from '../bff/brand/brand.ts';
import { readBrand } from '../bff/brand/read-brand.ts';
import type { Settings } from './settings.ts';

/** The brand that the settings name; undefined for Daybill's own. @throws BrandError with every mistake of its folder */
export async function readConfiguredBrand({
	brandDir,
}: Pick<Settings, 'brandDir'>): Promise<Brand | undefined> {
	return brandDir === null ? undefined : readBrand(brandDir);
}
