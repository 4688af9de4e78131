/** WebKit for GTK, the engine of Safari, in a window on an invisible screen. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { describe, vi } from 'vitest';
import { freePort } from '../free-port.ts';
import { needsWebkit, pathOf, webkitDriver, xvfb } from '../programs.ts';
import { journeysIn } from './journeys.ts';
import { type Driver, type Engine, viewport } from './tab.ts';

const timeoutMs = 30_000;

/** Kills a program and its children, since a browser that outlives its driver delays the end of the tests. */
async function end(child: ChildProcess): Promise<void> {
	const isRunning = child.exitCode === null && child.signalCode === null;
	const exit = isRunning ? once(child, 'exit') : undefined;
	if (child.pid === undefined) return;
	try {
		process.kill(-child.pid, 'SIGKILL');
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
	}
	await exit;
}

/** Starts a screen on a free number, which X prints to the file descriptor 3. */
async function startScreen(program: string) {
	const { width, height } = viewport;
	const child = spawn(
		program,
		['-displayfd', '3', '-screen', '0', `${width}x${height + 100}x24`, '-nolisten', 'tcp'],
		{ stdio: ['ignore', 'ignore', 'inherit', 'pipe'], detached: true },
	);
	const [number] = (await once(child.stdio[3] as Readable, 'data')) as [Buffer];
	return { child, display: `:${String(number).trim()}` };
}

/** In this driver, clicks that start a view transition fail. @param home home folder of the browser */
async function withoutAnimations(home: string): Promise<void> {
	const folder = path.join(home, '.config/gtk-3.0');
	await mkdir(folder, { recursive: true });
	await writeFile(path.join(folder, 'settings.ini'), '[Settings]\ngtk-enable-animations=0\n');
}

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

/**
 * Starts a browser with the few WebDriver commands that the journeys need (https://www.w3.org/TR/webdriver2/), because
 * Selenium's client adds 17 packages and 25 MB of programs for finding browsers. `close` ends only the session.
 *
 * @param origin of the driver
 */
async function startSession(origin: string): Promise<Driver> {
	await vi.waitFor(() => fetch(`${origin}/status`), timeoutMs);
	const timeouts = { script: timeoutMs, pageLoad: timeoutMs, implicit: 0 };
	const capabilities = { alwaysMatch: { browserName: 'MiniBrowser', timeouts } };
	const { sessionId } = (await send(`${origin}/session`, 'POST', { capabilities })) as { sessionId: string };
	const session = `${origin}/session/${sessionId}`;
	const post = (path: string, body?: unknown) => send(`${session}${path}`, 'POST', body);
	const execute = (script: string, ...args: unknown[]) => post('/execute/sync', { script, args });
	const evaluate = (expression: string) => execute(`return ${expression}`);
	await post('/window/rect', { x: 0, y: 0, ...viewport });
	return {
		async open(url) {
			await post('/url', { url });
		},
		evaluate,
		async click(expression) {
			const element = (await evaluate(expression)) as Record<string, string> | null;
			if (element === null) throw new Error(`no such element: ${expression}`);
			// WebKit for GTK clicks only what is in view, and does not scroll to it.
			await execute("arguments[0].scrollIntoView({ block: 'center' })", element);
			await post(`/element/${element[elementKey]}/click`);
		},
		async close() {
			await send(session, 'DELETE');
		},
	};
}

const webkitEngine: Engine = {
	name: 'WebKit',
	async start() {
		const [driver, screenProgram] = [pathOf(webkitDriver), pathOf(xvfb)];
		const home = await mkdtemp(path.join(tmpdir(), 'daybill-webkit-'));
		await withoutAnimations(home);
		const screen = await startScreen(screenProgram);
		const port = await freePort();
		const child = spawn(driver, [`--port=${port}`], {
			stdio: ['ignore', 'ignore', 'inherit'],
			detached: true,
			env: {
				PATH: process.env.PATH,
				HOME: home,
				DISPLAY: screen.display,
				LANGUAGE: 'en_GB',
				GDK_BACKEND: 'x11',
				// There is no graphics card.
				LIBGL_ALWAYS_SOFTWARE: '1',
				WEBKIT_DISABLE_DMABUF_RENDERER: '1',
			},
		});
		const stop = async () => {
			await end(child);
			await end(screen.child);
			await rm(home, { recursive: true, force: true });
		};
		try {
			const session = await startSession(`http://127.0.0.1:${port}`);
			return { ...session, close: () => session.close().finally(stop) };
		} catch (error) {
			await stop();
			throw error;
		}
	},
};

describe.runIf(needsWebkit)('', () => journeysIn(webkitEngine));
