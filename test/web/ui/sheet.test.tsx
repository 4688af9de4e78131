import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { openDialog } from '../../../src/web/ui/invoker-commands.ts';
import { Sheet } from '../../../src/web/ui/sheet.tsx';

const sheet = () => screen.getByRole<HTMLDialogElement>('dialog', { hidden: true });
const leave = () => screen.getByText('Leave');

/** Opens the sheet, and waits until it follows gestures. */
async function open(): Promise<void> {
	const follow = vi.spyOn(sheet(), 'addEventListener');
	openDialog('menu');
	await vi.waitFor(() =>
		expect(follow).toHaveBeenCalledWith('touchend', expect.anything(), expect.anything()),
	);
}

beforeEach(async () => {
	HTMLDialogElement.prototype.showModal = function showModal() {
		this.open = true;
	};
	HTMLDialogElement.prototype.close = function close() {
		this.open = false;
		this.dispatchEvent(new Event('close'));
	};
	vi.stubGlobal('navigation', new EventTarget());
	render(
		<Sheet id="menu" title="Going">
			<button type="button">Leave</button>
			<a href="#file" download>
				File
			</a>
			<a href="#page">Page</a>
		</Sheet>,
	);
	vi.spyOn(sheet(), 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 400, 390, 400));
	await open();
});

/** As a finger: a press on one element, and a click on another, which may be the same. */
function tap(from: Element, to = from, clientY = 600): void {
	fireEvent.pointerDown(from, { clientY });
	fireEvent.click(to, { detail: 1, clientX: 100, clientY });
}

it('is closed by a press outside, but not by one that began inside', async () => {
	tap(leave(), sheet(), 100);
	tap(sheet(), sheet(), 500);
	expect(sheet().open).toBe(true);
	tap(sheet(), sheet(), 100);
	expect(sheet().open).toBe(false);
});

it('is closed by a swipe down from its beginning, but not by one that scrolls it', async () => {
	const swipe = (down: number) => {
		const touch = { identifier: 1, target: leave(), clientX: 100 };
		fireEvent.touchStart(leave(), { touches: [{ ...touch, clientY: 500 }] });
		fireEvent.touchEnd(leave(), { changedTouches: [{ ...touch, clientY: 500 + down }] });
	};
	swipe(20);
	swipe(-200);
	sheet().scrollTop = 40;
	swipe(200);
	expect(sheet().open).toBe(true);
	sheet().scrollTop = 0;
	swipe(200);
	expect(sheet().open).toBe(false);
});

it('is closed by Back, which stays on the page, and by a link to another page', async () => {
	const back = () =>
		Object.assign(new Event('navigate', { cancelable: true }), { navigationType: 'traverse' });
	const first = back();
	window.navigation.dispatchEvent(first);
	expect([first.defaultPrevented, sheet().open]).toEqual([true, false]);
	await vi.waitFor(() => expect(screen.queryByText('Leave')).toBeNull());
	const second = back();
	window.navigation.dispatchEvent(second);
	expect(second.defaultPrevented).toBe(false);

	await open();
	fireEvent.click(screen.getByText('File'));
	expect(sheet().open).toBe(true);
	fireEvent.click(screen.getByText('Page'));
	expect(sheet().open).toBe(false);
});
