/** The sections of the specification that the report follows. */
export const sections = [
	['2.1', 'Event'],
	['2.2', 'User summary'],
	['2.3', 'Lists'],
	['2.4', 'Loc (city)'],
	['2.5', 'Token response'],
	['2.6', 'Error body'],
	['3.1', 'Tokens'],
	['3.2', 'Event participation and interest'],
	['4.1', 'Authorization endpoints'],
	['4.2', 'Data API calls'],
	['5', 'Authentication'],
	['7', 'Errors'],
	['8', 'Limits'],
	['9', 'Versioning'],
] as const satisfies readonly (readonly [number: string, title: string])[];

export type Section = (typeof sections)[number][0];
