/** The width of a test's page: desktop, unless the test has one of these tags. */
export const onPhone = { tag: '@phone' };
/** For tests whose results depend on the width. */
export const onBoth = { tag: '@both' };
