/** Attribution for the map, as its tiles' license requires. */
import { usePageData } from '../../shared/page-data.tsx';

export function MapAttribution({ className }: { className?: string | undefined }) {
	const { map_attribution } = usePageData().settings;
	return (
		<p className={className}>
			{/* Most raster tiles are based on OpenStreetMap data. */}
			{map_attribution ?? (
				<>
					©{' '}
					<a href="https://www.openstreetmap.org/copyright" rel="noreferrer" target="_blank">
						OpenStreetMap
					</a>
				</>
			)}
		</p>
	);
}
