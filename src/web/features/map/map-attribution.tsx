/** Attribution for the map, as its tiles' license requires. */
import { usePageData } from '../../shared/page-data.tsx';

/** Default, because most raster tiles are made from its data. */
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
