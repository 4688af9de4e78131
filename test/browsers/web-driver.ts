/**
 * The few WebDriver commands that the journeys need (https://www.w3.org/TR/webdriver2/). Selenium's client
 * adds 17 packages and 25 MB of programs that find and download browsers.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Driver } from './tab.ts';

/** The name of an element in JSON (WebDriver §12.1). */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

/** @throws Error with the message of the driver */
async function send(url: string, method: 'POST' | 'DELETE', body: unknown = {}): Promise<unknown> {
	const response = await fetch(url, method === 'POST' ? { method, body: JSON.stringify(body) } : { method });
	const { value } = (await response.json()) as { value: unknown };
	if (response.ok) return value;
	const { error = '', message = '' } = value as { error?: string; message?: string };
	throw new Error(`${error}: ${message}`);
}

/** Waits until the driver listens. @throws the last error if it never does */
async function ready(origin: string, milliseconds: number): Promise<void> {
	const deadline = Date.now() + milliseconds;
	for (;;) {
		const error = await fetch(`${origin}/status`).then(
			() => undefined,
			(reason: unknown) => reason,
		);
		if (error === undefined) return;
		if (Date.now() > deadline) throw error;
		await wait(50);
	}
}

export interface WebDriverOptions {
	/** Origin of the driver. */
	origin: string;
	/** The content of `alwaysMatch` (WebDriver §7). */
	capabilities: Record<string, unknown>;
	/** Size of the page in CSS pixels. */
	viewport: { width: number; height: number };
	/** Milliseconds that a call may take. */
	timeoutMs: number;
}

/** Starts a browser. `close` ends only the session, not the driver. */
export async function startSession({
	origin,
	capabilities,
	viewport,
	timeoutMs,
}: WebDriverOptions): Promise<Omit<Driver, 'errors'>> {
	await ready(origin, timeoutMs);
	const timeouts = { script: timeoutMs, pageLoad: timeoutMs, implicit: 0 };
	const { sessionId } = (await send(`${origin}/session`, 'POST', {
		capabilities: { alwaysMatch: { ...capabilities, timeouts } },
	})) as { sessionId: string };
	const session = `${origin}/session/${sessionId}`;
	const post = (path: string, body?: unknown) => send(`${session}${path}`, 'POST', body);
	const execute = (script: string, ...args: unknown[]) => post('/execute/sync', { script, args });
	const evaluate = (expression: string) => execute(`return ${expression}`);
	const find = async (expression: string) => {
		const element = (await evaluate(expression)) as Record<string, string> | null;
		if (element === null) throw new Error(`no such element: ${expression}`);
		return { element, path: `/element/${element[elementKey]}` };
	};
	await post('/window/rect', { x: 0, y: 0, ...viewport });
	return {
		async open(url) {
			await post('/url', { url });
		},
		evaluate,
		async click(expression) {
			const { element, path } = await find(expression);
			// WebKit for GTK clicks only what is in view, and does not scroll to it.
			await execute("arguments[0].scrollIntoView({ block: 'center' })", element);
			await post(`${path}/click`);
		},
		async type(expression, text) {
			await post(`${(await find(expression)).path}/value`, { text });
		},
		async close() {
			await send(session, 'DELETE');
		},
	};
}
