// @vitest-environment jsdom
import { setImmediate } from 'node:timers/promises';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { prefetched, reloadOnce, watchForMissingCode } from '../../../src/web/app/missing-code.ts';

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

it('a page is reloaded once, and again only ten minutes later', async () => {
	vi.useFakeTimers({ toFake: ['Date'] });
	onTestFinished(() => void vi.useRealTimers());
	for (let count = 0; count < 3; count += 1) await reloadOnce();
	expect(reload).toHaveBeenCalledTimes(1);
	vi.setSystemTime(Date.now() + 600_000);
	await reloadOnce();
	expect(reload).toHaveBeenCalledTimes(2);
});

it('a page stays as it is without a network, and is loaded again when code is missing later', async () => {
	isReachable = false;
	await reloadOnce();
	expect(reload).not.toHaveBeenCalled();
	isReachable = true;
	await reloadOnce();
	expect(reload).toHaveBeenCalledTimes(1);
});

it('a page is not loaded again where that could not be remembered', async () => {
	vi.spyOn(Object.getPrototypeOf(sessionStorage), 'setItem').mockImplementation(() => {
		throw new DOMException('blocked', 'SecurityError');
	});
	await reloadOnce();
	expect(reload).not.toHaveBeenCalled();
});

it('code that was loaded ahead and is missing changes nothing until it is needed', async () => {
	watchForMissingCode();
	/** As the build does: reports the error, then rejects. */
	const load = async () => {
		await Promise.resolve();
		const error = new Error('missing');
		window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }));
		throw error;
	};
	prefetched(load());
	await setImmediate();
	expect(reload).not.toHaveBeenCalled();
	await load().catch(() => undefined);
	await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
});

it('a page that lost its network stays as it is when the network is back before the server was asked', async () => {
	const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
	watchForMissingCode();
	window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: new Error('missing') }));
	isOnline.mockReturnValue(true);
	await setImmediate();
	expect(reload).not.toHaveBeenCalled();
});

it('a page that somebody leaves while its code loads does not hold them back', async () => {
	const navigation = new EventTarget();
	vi.stubGlobal('navigation', navigation);
	watchForMissingCode();
	const goTo = (sameDocument: boolean) =>
		navigation.dispatchEvent(Object.assign(new Event('navigate'), { destination: { sameDocument } }));
	vi.useFakeTimers({ toFake: ['performance'] });
	onTestFinished(() => void vi.useRealTimers());
	goTo(false);
	await reloadOnce();
	expect(reload).not.toHaveBeenCalled();
	// It was a download, and the page is still there.
	vi.advanceTimersByTime(10_000);
	goTo(true);
	await reloadOnce();
	expect(reload).toHaveBeenCalledTimes(1);
});

it('so it is in a browser without the Navigation API', async () => {
	watchForMissingCode();
	vi.useFakeTimers({ toFake: ['performance'] });
	onTestFinished(() => void vi.useRealTimers());
	// Since the test before.
	vi.advanceTimersByTime(10_000);
	window.dispatchEvent(new Event('beforeunload'));
	await reloadOnce();
	expect(reload).not.toHaveBeenCalled();
	vi.advanceTimersByTime(10_000);
	await reloadOnce();
	expect(reload).toHaveBeenCalledTimes(1);
});
