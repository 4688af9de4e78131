/** The browser engines besides Chromium that the journeys of `test/browsers` run in: what they need. */
import { findProgram, firefox, type Program, packageManager, webkitDriver, xvfb } from './programs.ts';

/** Needed on Debian only: elsewhere WebKit for GTK has other packages on each system, and on some none. */
export const needsWebkit = packageManager() === 'apt-get' || findProgram(webkitDriver) !== undefined;

/** By a name for people. */
export const enginePrograms: Readonly<Record<string, Program>> = {
	Firefox: firefox,
	...(needsWebkit ? { WebKit: webkitDriver, Xvfb: xvfb } : {}),
};
