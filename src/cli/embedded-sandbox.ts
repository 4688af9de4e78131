import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import module from 'node:module';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { BffSettings } from '../bff/settings.ts';
import { detailsOf } from '../conformance/report.ts';
import { runConformance } from '../conformance/run.ts';
import type { SandboxOptions } from '../sandbox/sandbox.ts';
import type { Settings } from '../servers/settings.ts';
import type { SandboxMessage } from './sandbox-process.ts';

/**
 * Short, because an import should show within a minute, and the sandbox doesn't limit calls without a token. A new city
 * appears once the page and the list of cities have expired, and the stale list has been served once more.
 */
const ages = { eventsMaxAgeMs: 30_000, citiesMaxAgeMs: 10_000 };

const processFile = path.join(
	import.meta.dirname,
	// `.ts` in the repository, `.js` in the package.
	`sandbox-process${path.extname(import.meta.filename)}`,
);

const restartPauseMs = 1_000;
/** How long the sandbox may take to close its database. */
const closingPatienceMs = 5_000;

/** @throws Error, with the system's code if the port is in use (`EADDRINUSE`) */
async function untilStarted(child: ChildProcess) {
	const ended = once(child, 'exit').then(([status, signal]) => {
		throw new Error(`the sandbox ended with ${signal ?? status}`);
	});
	const [message]: SandboxMessage[] = await Promise.race([once(child, 'message'), ended]);
	if (message === undefined) throw new Error('the sandbox sent no message');
	if ('failure' in message) throw Object.assign(new Error(), message.failure);
	return message.started;
}

/**
 * Runs the sandbox in a process of its own, because strangers can send it slow requests, which must not delay or end
 * any other part of Daybill. If the process ends, starts it again on the same port.
 */
async function runSandbox(options: SandboxOptions) {
	// Node's cache is a subfolder of the folder that `daybill.ts` chose.
	const cache = module.getCompileCacheDir();
	const env = { ...process.env, ...(cache && { NODE_COMPILE_CACHE: path.dirname(cache) }) };
	const launch = (port: number) => fork(processFile, [JSON.stringify({ ...options, port })], { env });
	let child = launch(options.port);
	let isClosing = false;
	const started = await untilStarted(child);

	const keepRunning = async () => {
		const [status, signal] = await once(child, 'exit').catch((error: Error) => [error.message]);
		if (isClosing) return;
		console.error(`The sandbox ended with ${signal ?? status}, and starts again.`);
		await wait(restartPauseMs, undefined, { ref: false });
		if (isClosing) return;
		child = launch(started.port);
		untilStarted(child).catch((error: Error) => console.error(`The sandbox: ${error.message}`));
		void keepRunning();
	};
	void keepRunning();
	return {
		...started,
		async close(): Promise<void> {
			isClosing = true;
			if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
			const ended = once(child, 'exit');
			if (child.connected) child.disconnect();
			const impatience = setTimeout(() => child.kill('SIGKILL'), closingPatienceMs);
			await ended;
			clearTimeout(impatience);
		},
	};
}

/**
 * Starts the embedded sandbox unless a service is configured.
 * @param site the brand's name, shown on the consent page as the name of the demo application
 * @returns the sandbox (null if a service is configured), and the BFF's settings for it
 * @throws Error, with the system's code if the port is in use (`EADDRINUSE`)
 */
export async function startEmbeddedSandbox(
	{ sandbox: { enabled, ...settings } }: Settings,
	site?: string,
): Promise<{
	sandbox: Awaited<ReturnType<typeof runSandbox>> | null;
	service: Partial<BffSettings>;
}> {
	if (!enabled) return { sandbox: null, service: {} };
	const sandbox = await runSandbox({ ...settings, applicationName: site });
	const { origin, timeZone } = sandbox;
	// The sandbox has one thread: more calls of one visitor at a time would delay other visitors.
	const service = { eventsBaseUrl: origin, eventsAuthUrl: origin, ...ages, timeZone, callsAtOnce: 2 };
	if (!settings.control) return { sandbox, service };
	const checkConformance = async () => {
		const { counts, results } = await runConformance({ baseUrl: origin, authUrl: origin });
		return { counts, results: results.map((result) => ({ ...result, findings: detailsOf(result) })) };
	};
	return { sandbox, service: { ...service, sandbox: { origin, checkConformance } } };
}
