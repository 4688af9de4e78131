/** Paths of the sandbox's pages about events and users, for `alt` and `adapt_url` (Spec §2.1, §2.2). */

export const pagePatterns = {
	event: '/pages/events/:id',
	mobileEvent: '/pages/m/events/:id',
	user: '/pages/users/:id',
} as const;

/** An identifier can be any string, so it is percent-encoded. */
export const pagePath = (page: keyof typeof pagePatterns, id: string): string =>
	pagePatterns[page].replace(':id', () => encodeURIComponent(id));
