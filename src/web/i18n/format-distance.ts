import { languageTags } from '../../contract/words/date-format.ts';
import { reader } from './messages.ts';

/** For example `300 m`, `1.2 km`. The visitor's position is known to about 100 meters. */
export function formatDistance(km: number): string {
	const isShort = km < 0.95;
	const [value, unit] = isShort ? [Math.max(100, km * 1_000), 'meter'] : [km, 'kilometer'];
	return new Intl.NumberFormat(languageTags[reader.locale], {
		style: 'unit',
		unit,
		maximumSignificantDigits: isShort ? 1 : 2,
	}).format(value);
}
