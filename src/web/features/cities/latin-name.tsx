import type { Loc } from '../../../contract/event/loc.ts';

/**
 * The Latin short name of a city whose name is in another script: “Beijing” for 北京. Null if the name is already Latin
 * or the short name isn't.
 */
export function latinName({ name, uid }: Pick<Loc, 'name' | 'uid'>): string | null {
	if (/\p{Script=Latin}/u.test(name) || !/^\p{Script=Latin}[\p{Script=Latin}' _-]*$/u.test(uid)) return null;
	return uid.replaceAll(/[_-]/g, ' ').replaceAll(/(^| )\p{L}/gu, (letter) => letter.toUpperCase());
}

interface LatinNameProps {
	city: Pick<Loc, 'name' | 'uid'>;
	className?: string | undefined;
}

export function LatinName({ city, className }: LatinNameProps) {
	const latin = latinName(city);
	if (latin === null) return null;
	return (
		<>
			{' '}
			<span className={className}>{latin}</span>
		</>
	);
}
