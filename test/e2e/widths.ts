/** Which tests run at which width of the page, and how much `npm test` repeats. */

/** `npm run e2e-full` tries every test of these files at both widths, and every combination and moment. */
export const isFull = process.env.E2E === 'full';

/** Details of a test whose behaviour is the same at any width of the page: `npm test` tries it at one of them. */
export const onceOnPhone = { tag: '@once-on-phone' };
export const onceOnDesktop = { tag: '@once-on-desktop' };

/** Leaves out what is tried at the other width. */
export const notHere = (tagged: { tag: string }): RegExp[] => (isFull ? [] : [new RegExp(tagged.tag)]);
