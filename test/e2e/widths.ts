/** The width of a test's page: that of a desktop, unless the test has one of these. */
export const onPhone = { tag: '@phone' };
/** For what differs with the width. */
export const onBoth = { tag: '@both' };
