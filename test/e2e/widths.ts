/** Tests run in the desktop project, unless they have one of these tags. */
export const onPhone = { tag: '@phone' };
/** For tests whose results depend on the width. */
export const onBoth = { tag: '@both' };
