/** Whose map it is, as the makers of its pictures ask for. */
import { usePageData } from '../../service/page-data.tsx';

/** Shown unless the deployment names another source: most raster tiles are drawn from its data. */
const openStreetMap = { name: 'OpenStreetMap', page: 'https://www.openstreetmap.org/copyright' };

export function MapAttribution({ className }: { className?: string | undefined }) {
	const { map_attribution } = usePageData().settings;
	return (
		<p className={className}>
			{map_attribution ?? (
				<>
					©{' '}
					<a href={openStreetMap.page} rel="noreferrer" target="_blank">
						{openStreetMap.name}
					</a>
				</>
			)}
		</p>
	);
}
