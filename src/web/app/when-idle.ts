/** Work that can wait until the page is there and the browser has nothing else to do. */

/** Does the task when the browser is idle. Safari has no idle callbacks: there it is done after the page's own work. */
export function afterOtherWork(task: () => void): void {
	(window.requestIdleCallback ?? setTimeout)(task);
}

/** Does the task once, after the page has loaded with its first images. */
export function whenIdle(task: () => void): void {
	if (document.readyState === 'complete') afterOtherWork(task);
	else window.addEventListener('load', () => afterOtherWork(task), { once: true });
}
