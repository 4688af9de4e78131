import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { type MetricRow, metricTable } from '../../src/bff/http/metric-table.ts';
import { alertRules, dashboard } from '../../src/cli/monitoring.ts';

const root = path.resolve(import.meta.dirname, '../..');
const rows: readonly MetricRow[] = Object.values(metricTable);
const names = new Set(rows.map(({ name }) => name));
const folder = path.join(root, 'examples/monitoring');

/** Names of figures in a text; a histogram has several for each of its own. */
const figuresIn = (text: string) =>
	[...text.matchAll(/daybill_\w+/g)].map(([name]) => name.replace(/_(?:bucket|count|sum)$/, ''));

it('the dashboard and the alert rules are up to date with the table of metrics (else run npm run docs)', () => {
	expect(readFileSync(path.join(folder, 'alerts.yaml'), 'utf8')).toBe(alertRules());
	expect(readFileSync(path.join(folder, 'dashboard.json'), 'utf8')).toBe(dashboard());
});

it('they name figures that exist, and show every one', () => {
	for (const text of [alertRules(), dashboard()])
		expect(figuresIn(text).filter((name) => !names.has(name))).toEqual([]);
	const shown = new Set(figuresIn(dashboard()));
	expect([...names].filter((name) => !shown.has(name))).toEqual([]);
});

it('docs/operating.md names every figure', () => {
	const page = readFileSync(path.join(root, 'docs/operating.md'), 'utf8');
	expect([...names].filter((name) => !page.includes(name))).toEqual([]);
});

it('every alarm has a unit test, which npm run alerts runs', () => {
	const tested = readFileSync(path.join(folder, 'alerts.test.yaml'), 'utf8');
	const alarms = [...alertRules().matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);
	expect(alarms.length).toBeGreaterThan(5);
	expect(alarms.filter((name) => !tested.includes(`alertname: ${name}\n        exp_alerts`))).toEqual([]);
});
