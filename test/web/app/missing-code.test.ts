import { setImmediate } from 'node:timers/promises';
import { beforeEach, expect, it, vi } from 'vitest';
import { reloadOnce, watchForMissingCode } from '../../../src/web/app/missing-code.ts';

const reload = vi.fn();
let isReachable = true;

beforeEach(() => {
	reload.mockClear();
	sessionStorage.clear();
	isReachable = true;
	vi.stubGlobal('location', { reload });
	vi.stubGlobal('fetch', async () => {
		if (!isReachable) throw new TypeError('no network');
		return new Response('{}');
	});
});

it('a page reloads once, and again only after ten minutes', async () => {
	vi.useFakeTimers({ toFake: ['Date'] });
	for (let count = 0; count < 3; count += 1) await reloadOnce();
	expect(reload).toHaveBeenCalledTimes(1);
	vi.setSystemTime(Date.now() + 600_000);
	await reloadOnce();
	expect(reload).toHaveBeenCalledTimes(2);
});

it('a page does not reload while offline, and reloads when code is missing later', async () => {
	isReachable = false;
	await reloadOnce();
	expect(reload).not.toHaveBeenCalled();
	isReachable = true;
	await reloadOnce();
	expect(reload).toHaveBeenCalledTimes(1);
});

it('a page does not reload if the reload cannot be recorded', async () => {
	vi.spyOn(Object.getPrototypeOf(sessionStorage), 'setItem').mockImplementation(() => {
		throw new DOMException('blocked', 'SecurityError');
	});
	await reloadOnce();
	expect(reload).not.toHaveBeenCalled();
});

it('a page that went offline does not reload when the network returns before the server has been asked', async () => {
	const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
	watchForMissingCode();
	window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: new Error('missing') }));
	isOnline.mockReturnValue(true);
	await setImmediate();
	expect(reload).not.toHaveBeenCalled();
});

it.each([
	['navigate', 0],
	// Long after the previous test's navigation, which would still suppress the reload.
	['beforeunload', 20_000],
])(
	'a page that the visitor leaves while its code loads does not reload, unless it was for a download: %s',
	async (type, afterMs) => {
		const navigation = new EventTarget();
		// Some browsers lack the Navigation API.
		if (type === 'navigate') vi.stubGlobal('navigation', navigation);
		watchForMissingCode();
		vi.useFakeTimers({ toFake: ['performance'] });
		vi.advanceTimersByTime(afterMs);
		const destination = { sameDocument: false };
		for (const target of [navigation, window])
			target.dispatchEvent(Object.assign(new Event(type), { destination }));
		await reloadOnce();
		expect(reload).not.toHaveBeenCalled();
		// If the page is still there after ten seconds, the navigation was a download.
		vi.advanceTimersByTime(10_000);
		destination.sameDocument = true;
		navigation.dispatchEvent(Object.assign(new Event('navigate'), { destination }));
		await reloadOnce();
		expect(reload).toHaveBeenCalledTimes(1);
	},
);
