import { expect, it, onTestFinished } from 'vitest';
import type { BffSettings } from '../../../src/bff/settings.ts';
import { startChild } from '../../program.ts';
import { startFakeService } from '../fake-service.ts';
import { bffSettings } from '../start-bff.ts';
import { startCollector } from './collector.ts';

/** Prints the URL of every loaded OpenTelemetry module except the API, which other packages load anyway. */
const printLoaded = `data:text/javascript,${encodeURIComponent(`
import { registerHooks } from 'node:module';
registerHooks({
	load(url, context, next) {
		if (/@opentelemetry.(?!api.)/.test(url)) console.log('loaded', url);
		return next(url, context);
	},
});`)}`;

/** A BFF in its own process. */
async function startProcess(settings: Partial<BffSettings>, environment: Record<string, string> = {}) {
	const options = { nodeArgs: ['--import', printLoaded], environment };
	const { origin } = await startFakeService();
	const bff = await startChild('test/bff/bff-process.ts', await bffSettings(origin, settings), options);
	onTestFinished(async () => void (await bff.kill()));
	return { ...bff, loaded: () => bff.output().match(/^loaded.*/gm) ?? [] };
}

it('the BFF loads no OpenTelemetry SDK while traces are off', async () => {
	const bff = await startProcess({});
	expect((await fetch(`${bff.origin}/robots.txt`)).status).toBe(200);
	expect(await bff.stop()).toBe(0);
	expect(bff.loaded()).toEqual([]);
});

it('the BFF sends remaining traces on SIGTERM, as Protocol Buffers, with the headers and service name from the environment', async () => {
	const collector = await startCollector();
	const bff = await startProcess(
		{ traces: { ...collector.traces, protocol: 'http/protobuf' } },
		{
			OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of-the-collector',
			OTEL_SERVICE_NAME: 'events-in-town',
			OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=staging',
		},
	);
	await fetch(`${bff.origin}/robots.txt`);
	expect(await bff.stop()).toBe(0);
	expect(bff.loaded().join()).toContain('sdk-trace');
	expect(collector.headers[0]).toMatchObject({
		'content-type': 'application/x-protobuf',
		authorization: 'Bearer of-the-collector',
	});
	const sent = Buffer.concat(collector.bodies).toString('latin1');
	for (const text of ['GET /robots.txt', 'events-in-town', 'deployment.environment.name', 'staging'])
		expect(sent).toContain(text);
	expect(sent).not.toContain('of-the-collector');
});
