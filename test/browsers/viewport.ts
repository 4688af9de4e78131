/** Size of the page in CSS pixels, as in the desktop project of `playwright.config.ts`. */
export const viewport = { width: 1440, height: 900 };
