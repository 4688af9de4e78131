/** What the header shows of the site's brand. */
import type { PublicBrand } from '../../contract/bff-api/brand.ts';

/** The logos, or the name in two parts. The link around it has the name for screen readers. */
export function BrandMark({ brand: { logos, wordmark } }: { brand: PublicBrand }) {
	const [first, second] = wordmark;
	return logos.length > 0 ? (
		logos.map(({ scheme, ...logo }) => <img key={logo.src} {...logo} alt="" data-logo={scheme} />)
	) : (
		<>
			{first}
			<span>{second}</span>
		</>
	);
}
