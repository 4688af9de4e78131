/** Numbers that web app and BFF must agree on. */

export const peoplePageSize = 30;
/** Characters of a search text. */
export const maxSearchText = 100;
/** Highest price in a URL. */
export const pricePattern = /^\d{1,6}$/;
/** Default of a search's `count`. */
export const searchPageSize = 60;
/** Maximum number of events in a weekend image. */
export const maxOfWeekend = 4;
/** A longer `Retry-After` means an hourly limit, not too many requests at once. */
export const momentSeconds = 120;
