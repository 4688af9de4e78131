/** A city: its front page, or the events that the filters in the URL select. */
import { useLocation } from 'react-router';
import { isListOffered } from '../../../contract/bff-api/brand.ts';
import type { Loc } from '../../../contract/event/loc.ts';
import { hasFilters, type ListFilters, readFilters } from '../../../contract/list-filters.ts';
import { pagePath } from '../../../contract/paths.ts';
import { listTitle } from '../../../contract/words/list-title.ts';
import { m } from '../../i18n/messages.ts';
import { NotFoundPage } from '../../shared/error-notice.tsx';
import { usePageData } from '../../shared/page-data.tsx';
import { PageHeading } from '../../shared/page-heading.tsx';
import { usePageParams } from '../../shared/page-params.ts';
import { Icon } from '../../ui/icon.tsx';
import { lazyPart } from '../../ui/lazy-component.tsx';
import { Loading } from '../../ui/placeholders.tsx';
import { LatinName } from '../cities/latin-name.tsx';
import { WithCity } from '../cities/with-city.tsx';
import { FilteredEvents } from '../filters/filtered-events.tsx';
import { chosenView, useDayName } from '../lists/list-names.tsx';
import css from './city-page.module.css';

const loadFront = () => import('../front-page/front-page.tsx');
const FrontPage = lazyPart(loadFront, 'FrontPage', <Loading />);
const DayOrNextEvent = lazyPart(loadFront, 'DayOrNextEvent');

export function CityPage() {
	const { uid = '' } = usePageParams();
	const { surfaces } = usePageData().settings.brand;
	const filters = readFilters(useLocation().search);
	if (!isListOffered(surfaces, filters)) return <NotFoundPage />;
	return <WithCity uid={uid}>{(city) => <KnownCity city={city} filters={filters} />}</WithCity>;
}

function KnownCity({ city, filters }: { city: Loc; filters: ListFilters }) {
	const { surfaces } = usePageData().settings.brand;
	const isFront = !hasFilters(useLocation().search);
	const { uid, name } = city;
	const dayName = useDayName();
	const day = filters.view === 'calendar' ? '' : dayName(filters);
	const list = listTitle(name, filters, day, (key) => m[key]());
	const tabTitle = [list, chosenView(filters)].filter((part) => part !== null).join(' · ');
	return (
		<div className={css.page} data-front={isFront || undefined}>
			<div className={css.top}>
				<div className={css.bill}>
					<PageHeading title={name} documentTitle={isFront ? name : tabTitle} className={css.city} />
					<LatinName city={city} className={css.latin} />
					{isFront ? <DayOrNextEvent city={city} /> : day !== '' && <p className={css.day}>{day}</p>}
				</div>
				{surfaces.includes('search') && (
					<a className={`screen ${css.search}`} href={pagePath.searchField(uid)}>
						<Icon name="search" /> <span>{m.discover_search()}</span>
					</a>
				)}
			</div>
			{isFront ? <FrontPage city={city} /> : <FilteredEvents city={city} filters={filters} />}
		</div>
	);
}
