/** Tests run at desktop width, those with the tag `onPhone` at phone width and with a finger. */
export const onPhone = { tag: '@phone' };
export const onDesktop = { tag: '@desktop' };

export const phoneViewport = { width: 390, height: 844 };
export const isOnPhone = (tags: readonly string[]): boolean => tags.includes(onPhone.tag);
