/** SVG paths, 24 by 24. */
import css from './icon.module.css';

const paths = {
	calendar: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4',
	leave: 'M6 6l12 12M18 6L6 18',
	out: 'M10 5H5v14h14v-5M14 4h6v6M20 4l-9 9',
	photos: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15 8.5v.5',
	search: 'M10.5 4a6.5 6.5 0 1 0 0 13a6.5 6.5 0 0 0 0-13zM15.5 15.5L21 21',
	share: 'M12 15V3M8 7l4-4 4 4M5 12v8h14v-8',
} as const;

export const Icon = ({ name }: { name: keyof typeof paths }) => (
	<svg className={css.icon} viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
		<path d={paths[name]} />
	</svg>
);
