/** One of several workers (`WORKERS`): a BFF at the port that all share. */
import { startBff } from '../bff/app.ts';
import type { Change } from '../bff/reads/changes.ts';
import type { Primary, PrimaryTasks } from '../bff/reads/primary.ts';
import { readConfiguredBrand } from './configured-brand.ts';
import { inFrontOfSandbox } from './embedded-sandbox.ts';
import type { Settings } from './settings.ts';
import { isOurs, type ToPrimary, type ToWorker } from './worker-messages.ts';

/** Sends messages to the primary, and gets its replies. */
function connectPrimary(workers: number, stop: () => void): Primary {
	const waiting = new Map<number, PromiseWithResolvers<unknown>>();
	let apply: ((change: Change) => void) | undefined;
	let lastId = 0;
	process.on('message', (message) => {
		if (!isOurs<ToWorker>(message)) return;
		if (message.kind === 'stop') stop();
		else if (message.kind === 'change') apply?.(message.change);
		else {
			const call = waiting.get(message.id);
			waiting.delete(message.id);
			if (message.error === undefined) call?.resolve(message.value);
			else call?.reject(new Error(message.error));
		}
	});
	const call =
		<Task extends keyof PrimaryTasks>(task: Task) =>
		(...args: Parameters<PrimaryTasks[Task]>) => {
			const result = Promise.withResolvers<unknown>();
			lastId += 1;
			waiting.set(lastId, result);
			process.send?.({ daybill: true, kind: 'call', id: lastId, task, args } satisfies ToPrimary);
			return result.promise as ReturnType<PrimaryTasks[Task]>;
		};
	return {
		workers,
		countVisit: call('countVisit'),
		publish: call('publish'),
		catchUp: call('catchUp'),
		metrics: call('metrics'),
		onChange(listener) {
			apply = listener;
		},
	};
}

/**
 * Starts a BFF and reports to the primary that it listens. It ends when the primary says so or has ended, and after
 * SIGTERM; Ctrl-C reaches all processes of a terminal, and is left to the primary.
 *
 * @param webDir folder of the built web app
 * @throws as `startBff`
 */
export async function runWorker(settings: Settings, webDir: string): Promise<void> {
	const running = Promise.withResolvers<{ close(): Promise<void> }>();
	let isStopping = false;
	const stop = async () => {
		if (isStopping) return;
		isStopping = true;
		await (await running.promise).close();
		process.exit(0);
	};
	process.on('SIGINT', () => undefined);
	process.on('SIGTERM', () => void stop());
	const primary = connectPrimary(settings.workers, () => void stop());
	const service = settings.sandbox.enabled ? inFrontOfSandbox(settings, settings.bff.eventsBaseUrl) : {};
	const brand = await readConfiguredBrand(settings);
	running.resolve(
		await startBff({ ...settings.bff, ...service, webDir, brand: brand && (() => brand) }, primary),
	);
	process.send?.({ daybill: true, kind: 'ready' } satisfies ToPrimary);
}
