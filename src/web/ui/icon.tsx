/** SVG path data, 24 by 24. Icons of a single file are defined there, so that a first visit doesn't load them. */
const paths = {
	calendar: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4',
	discover: 'M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18zM16 8l-2.5 5.5L8 16l2.5-5.5z',
	heart: 'M12 20.5C5 15.5 3 12 3 8.8A4.7 4.7 0 0 1 12 7a4.7 4.7 0 0 1 9 1.8c0 3.2-2 6.7-9 11.7z',
	person: 'M12 4a4 4 0 1 0 0 8a4 4 0 0 0 0-8zM4 21a8 8 0 0 1 16 0',
	search: 'M10.5 4a6.5 6.5 0 1 0 0 13a6.5 6.5 0 0 0 0-13zM15.5 15.5L21 21',
	share: 'M12 15V3M8 7l4-4 4 4M5 12v8h14v-8',
	ticket: 'M4 6h16v4a2 2 0 0 0 0 4v4H4v-4a2 2 0 0 0 0-4zM14 6v12',
} as const;

export type IconName = keyof typeof paths;

export const Icon = (props: { name: IconName } | { path: string }) => (
	<svg className="icon" viewBox="0 0 24 24" width="1.25rem" height="1.25rem" aria-hidden="true">
		<path d={'path' in props ? props.path : paths[props.name]} />
	</svg>
);
