import type { ReactNode } from 'react';
import { publicBrand } from '../../src/bff/brand/brand.ts';
import { daybillBrand } from '../../src/bff/brand/daybill-brand.ts';
import type { PublicBrand } from '../../src/contract/bff-api/brand.ts';
import type { PageData, PublicSettings } from '../../src/contract/bff-api/page-data.ts';
import { PageDataProvider } from '../../src/web/shared/page-data.tsx';

/** A component that provides its children with page data of a site with this brand. */
export const pageOf = (given: Partial<PublicBrand> = {}) => {
	const brand: PublicBrand = { ...publicBrand(daybillBrand, 'en'), ...given };
	const settings: Partial<PublicSettings> = { brand };
	const data = { settings } as PageData;
	return ({ children }: { children: ReactNode }) => (
		<PageDataProvider data={data}>{children}</PageDataProvider>
	);
};
