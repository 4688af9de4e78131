/** A Grafana dashboard and Prometheus' alert rules, made of the table of metrics. */
import { type Alert, type MetricRow, metricTable } from '../bff/http/metric-table.ts';

const rows: readonly MetricRow[] = Object.values(metricTable);

/** An alarm that needs no figure of Daybill. */
const down: Alert = {
	name: 'DaybillDown',
	when: 'up{job="daybill"} == 0',
	lasting: '2m',
	severity: 'page',
	summary: 'A process of Daybill gives no figures',
	action: 'Look whether it runs, and whether METRICS_TOKEN is right.',
};

const alerts = [down, ...rows.flatMap((row) => row.alerts)];

/** A text as a YAML value, with the quotes that need no escapes. */
const yaml = (text: string) =>
	text.includes('"') ? `'${text.replaceAll("'", "''")}'` : JSON.stringify(text);

/** `examples/monitoring/alerts.yaml`. */
export function alertRules(): string {
	return [
		'# Generated from src/bff/http/metric-table.ts by `npm run docs`. Scrape the processes as job "daybill".',
		'groups:',
		'  - name: daybill',
		'    rules:',
		...alerts.flatMap(({ name, when, lasting, severity, summary, action }) => [
			`      - alert: ${name}`,
			`        expr: ${yaml(when)}`,
			`        for: ${lasting}`,
			'        labels:',
			`          severity: ${severity}`,
			'        annotations:',
			`          summary: ${yaml(summary)}`,
			`          description: ${yaml(action)}`,
		]),
		'',
	].join('\n');
}

/** Of Grafana's grid, which is 24 wide. */
const size = { w: 12, h: 8 };

/** `examples/monitoring/dashboard.json`. */
export function dashboard(): string {
	const datasource = { type: 'prometheus', uid: '$source' };
	const panels = rows
		.flatMap((row) => row.panels)
		.map(({ title, query, unit, legend }, index) => ({
			id: index + 1,
			type: 'timeseries',
			title,
			datasource,
			gridPos: { ...size, x: (index % 2) * size.w, y: Math.floor(index / 2) * size.h },
			fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
			targets: [{ refId: 'A', datasource, expr: query, legendFormat: legend }],
		}));
	const source = { name: 'source', type: 'datasource', query: 'prometheus', label: 'Prometheus' };
	return `${JSON.stringify(
		{
			uid: 'daybill',
			title: 'Daybill',
			description: 'Generated from src/bff/http/metric-table.ts by `npm run docs`.',
			schemaVersion: 39,
			time: { from: 'now-6h', to: 'now' },
			refresh: '1m',
			templating: { list: [source] },
			panels,
		},
		null,
		'\t',
	)}\n`;
}
