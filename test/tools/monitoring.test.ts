/** `examples/monitoring`, which operators copy. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { startFakeService } from '../bff/fake-service.ts';
import { startTestBff } from '../bff/start-bff.ts';
import { pathOf, promtool } from '../programs.ts';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const alerts = read('examples/monitoring/alerts.yaml');
const dashboard = read('examples/monitoring/dashboard.json');

/** Names of the metrics in a text, without the suffixes of a histogram's series. */
const metricsIn = (text: string) => [
	...new Set([...text.matchAll(/daybill_\w+/g)].map(([name]) => name.replace(/_(?:bucket|count|sum)$/, ''))),
];

it.each([
	['the alerts', alerts],
	['the dashboard', dashboard],
])('%s use only metrics in /metrics that docs/operating.md explains', async (_, text) => {
	const service = await startFakeService();
	const bff = await startTestBff(service.origin);
	const served = new Set(metricsIn(await (await bff.browser().get('/metrics')).text()));
	const page = read('docs/operating.md');
	const metrics = metricsIn(text);
	expect(metrics.length).toBeGreaterThan(5);
	expect(metrics.filter((name) => !served.has(name) || !page.includes(name))).toEqual([]);
});

it.each([
	['check', 'alerts.yaml'],
	['test', 'alerts.test.yaml'],
])('Prometheus accepts the alerts: promtool %s rules %s', (command, file) => {
	const cwd = path.join(root, 'examples/monitoring');
	const { status, output } = spawnSync(pathOf(promtool), [command, 'rules', file], { cwd, encoding: 'utf8' });
	expect([status, output.join('\n')]).toEqual([0, expect.anything()]);
});
