/**
 * After a deployment, code that an open page needs may be gone. The page is then loaded again, which brings the new build:
 * once for each build in a tab, so that nothing can make it a loop.
 */
import type { serverPatterns } from '../../contract/paths.ts';

/** As the type of the constant, which would bring all patterns along. */
const health: (typeof serverPatterns)['health'] = '/healthz';
const key = 'daybill.reloaded';

/** @returns false when the page was loaded again for this build before, or nothing can be remembered */
function noteBuild(build: string): boolean {
	try {
		const before = sessionStorage.getItem(key)?.split('\n') ?? [];
		if (before.includes(build)) return false;
		sessionStorage.setItem(key, [...before, build].join('\n'));
		return true;
	} catch {
		// Storage is blocked or full.
		return false;
	}
}

/** For how long after somebody began to leave a page it may still be there, in milliseconds. A download ends as well. */
const leavingTime = 10_000;

let leftAt = Number.NEGATIVE_INFINITY;

/** The part of the Navigation API that is used. Firefox has it since 147, Safari since 26.2. */
interface Navigation {
	addEventListener(
		type: 'navigate',
		listener: (event: { destination: { sameDocument: boolean } }) => void,
	): void;
}

/**
 * Browsers end what is still loading when somebody leaves a page, Firefox at once: then no code is missing. Where there is a
 * Navigation API not by `beforeunload`, with which Firefox keeps no page in its back/forward cache. Called once per script.
 */
export function watchForLeaving(): void {
	const { navigation } = window as { navigation?: Navigation };
	const leave = () => {
		leftAt = performance.now();
	};
	if (navigation === undefined) {
		window.addEventListener('beforeunload', leave);
		return;
	}
	navigation.addEventListener('navigate', ({ destination }) => {
		if (!destination.sameDocument) leave();
	});
}

/**
 * Loads the page again, unless that was tried before, or somebody is leaving it, or the server cannot be reached: then that is why code is missing.
 *
 * @param build URLs with a hash of their content, in one line
 */
export async function reloadOnce(build: string): Promise<void> {
	if (performance.now() - leftAt < leavingTime) return;
	const response = await fetch(health).catch(() => null);
	if (response?.ok === true && noteBuild(build)) location.reload();
}
