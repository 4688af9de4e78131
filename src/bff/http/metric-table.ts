/**
 * Every figure of /metrics, with how a dashboard shows it and what it raises an alarm about. `npm run docs` makes the
 * dashboard and the alert rules in `examples/monitoring` of this table.
 */

interface Panel {
	title: string;
	/** PromQL; Grafana's `$__rate_interval` is not used, so that the same works in Prometheus. */
	query: string;
	/** Grafana's name of the unit. */
	unit: 'reqps' | 's' | 'bytes' | 'short';
	/** What a line of the panel is called, with Prometheus' labels. */
	legend: string;
}

export interface Alert {
	name: string;
	/** PromQL. */
	when: string;
	/** Duration for which that must be true, such as `5m`. */
	lasting: string;
	severity: 'page' | 'ticket';
	summary: string;
	/** What an operator does about it. */
	action: string;
}

export interface MetricRow {
	name: string;
	help: string;
	labels: readonly string[];
	/** How the figures of several workers become one; sums by default. */
	aggregator?: 'min' | 'sum';
	panels: readonly Panel[];
	alerts: readonly Alert[];
}

const failure = '"service_unreachable|service_timeout|service_invalid_response"';

export const metricTable = {
	serviceCalls: {
		name: 'daybill_service_calls_total',
		help: 'Calls of the service by operation and outcome',
		labels: ['operation', 'outcome'],
		panels: [
			{
				title: 'Calls of the service',
				query: 'sum by (outcome) (rate(daybill_service_calls_total[5m]))',
				unit: 'reqps',
				legend: '{{outcome}}',
			},
		],
		alerts: [
			{
				name: 'DaybillServiceFails',
				when: `sum(rate(daybill_service_calls_total{outcome=~${failure}}[5m])) > 0.1 * sum(rate(daybill_service_calls_total[5m]))`,
				lasting: '5m',
				severity: 'page',
				summary: 'More than a tenth of the calls of the service fail',
				action: 'Stale responses are sent meanwhile. Look at /readyz and at the service.',
			},
			{
				name: 'DaybillBudgetSpent',
				when: 'sum(increase(daybill_service_calls_total{outcome="400 112"}[10m])) > 0',
				lasting: '1m',
				severity: 'page',
				summary: 'The service rejects calls, because the hourly budget of this IP address is spent',
				action: 'See docs/scaling.md: a higher level, or another client address.',
			},
		],
	},
	serviceSeconds: {
		name: 'daybill_service_call_seconds',
		help: 'Time that calls of the service took',
		labels: ['operation'],
		panels: [
			{
				title: 'Time of 95 % of the calls of the service',
				query:
					'histogram_quantile(0.95, sum by (le, operation) (rate(daybill_service_call_seconds_bucket[5m])))',
				unit: 's',
				legend: '{{operation}}',
			},
		],
		alerts: [],
	},
	cacheResults: {
		name: 'daybill_cache_results_total',
		help: 'Reads of the shared cache by operation and result (RFC 9211)',
		labels: ['operation', 'result'],
		panels: [
			{
				title: 'Reads of the shared cache',
				query: 'sum by (result) (rate(daybill_cache_results_total[5m]))',
				unit: 'reqps',
				legend: '{{result}}',
			},
		],
		alerts: [],
	},
	refreshes: {
		name: 'daybill_refreshes_total',
		help: 'Token refreshes by outcome',
		labels: ['outcome'],
		panels: [
			{
				title: 'Token refreshes',
				query: 'sum by (outcome) (rate(daybill_refreshes_total[5m]))',
				unit: 'reqps',
				legend: '{{outcome}}',
			},
		],
		alerts: [
			{
				name: 'DaybillRefreshesRejected',
				when: 'sum(increase(daybill_refreshes_total{outcome="rejected"}[15m])) > 10',
				lasting: '5m',
				severity: 'ticket',
				summary: 'The service rejects many token refreshes, and people have to sign in again',
				action: 'Look for a changed client secret, a lost store, or two deployments with different stores.',
			},
		],
	},
	pictures: {
		name: 'daybill_picture_requests_total',
		help: 'Requests for pictures by outcome',
		labels: ['outcome'],
		panels: [
			{
				title: 'Requests for pictures',
				query: 'sum by (outcome) (rate(daybill_picture_requests_total[5m]))',
				unit: 'reqps',
				legend: '{{outcome}}',
			},
		],
		alerts: [
			{
				name: 'DaybillPicturesOverloaded',
				when: 'sum(increase(daybill_picture_requests_total{outcome="overloaded"}[10m])) > 0',
				lasting: '5m',
				severity: 'ticket',
				summary: 'More pictures are requested than can be resized',
				action: 'Start more processes, or put a CDN in front of /images/ (docs/operating.md).',
			},
		],
	},
	httpSeconds: {
		name: 'daybill_http_request_seconds',
		help: 'Time that requests from browsers took',
		labels: ['route', 'method', 'status'],
		panels: [
			{
				title: 'Requests',
				query: 'sum by (status) (rate(daybill_http_request_seconds_count[5m]))',
				unit: 'reqps',
				legend: '{{status}}',
			},
			{
				title: 'Time of 95 % of the requests',
				query: 'histogram_quantile(0.95, sum by (le) (rate(daybill_http_request_seconds_bucket[5m])))',
				unit: 's',
				legend: '95 %',
			},
		],
		alerts: [
			{
				name: 'DaybillErrors',
				when: 'sum(rate(daybill_http_request_seconds_count{status=~"5.."}[5m])) > 0.05 * sum(rate(daybill_http_request_seconds_count[5m]))',
				lasting: '5m',
				severity: 'page',
				summary: 'More than one request in twenty fails',
				action: 'Search the log for the status, and look at /readyz.',
			},
			{
				name: 'DaybillSlow',
				when: 'histogram_quantile(0.95, sum by (le) (rate(daybill_http_request_seconds_bucket[5m]))) > 1',
				lasting: '10m',
				severity: 'ticket',
				summary: 'One request in twenty takes more than a second',
				action: 'Compare with the time of the calls of the service; start more processes if that is short.',
			},
		],
	},
	largestPaintSeconds: {
		name: 'daybill_web_vitals_lcp_seconds',
		help: 'Time until the largest part of a page was painted (LCP), as browsers report it',
		labels: ['page'],
		panels: [
			{
				title: 'Largest paint (LCP) of 75 % of the visits',
				query:
					'histogram_quantile(0.75, sum by (le, page) (rate(daybill_web_vitals_lcp_seconds_bucket[1h])))',
				unit: 's',
				legend: '{{page}}',
			},
			{
				title: 'Visits with a report',
				query: 'sum by (page) (rate(daybill_web_vitals_lcp_seconds_count[1h]))',
				unit: 'reqps',
				legend: '{{page}}',
			},
		],
		alerts: [
			{
				name: 'DaybillPagesSlow',
				// A few reports say little, and anybody can send some.
				when: 'histogram_quantile(0.75, sum by (le) (rate(daybill_web_vitals_lcp_seconds_bucket[1h]))) > 2.5 and sum(increase(daybill_web_vitals_lcp_seconds_count[1h])) > 100',
				lasting: '30m',
				severity: 'ticket',
				summary: 'For one visit in four, the largest part of a page takes more than 2.5 seconds',
				action:
					'Compare pages in the dashboard, and look for slow pictures, a slow service or a missing CDN.',
			},
		],
	},
	interactionSeconds: {
		name: 'daybill_web_vitals_inp_seconds',
		help: 'Time from a press or key to the next paint (INP), as browsers report it',
		labels: ['page'],
		panels: [
			{
				title: 'Press to next paint (INP) of 75 % of the visits',
				query:
					'histogram_quantile(0.75, sum by (le, page) (rate(daybill_web_vitals_inp_seconds_bucket[1h])))',
				unit: 's',
				legend: '{{page}}',
			},
		],
		alerts: [],
	},
	layoutShift: {
		name: 'daybill_web_vitals_cls',
		help: 'How much of a page moved by itself (CLS), as browsers report it',
		labels: ['page'],
		panels: [
			{
				title: 'Layout shift (CLS) of 75 % of the visits',
				query: 'histogram_quantile(0.75, sum by (le, page) (rate(daybill_web_vitals_cls_bucket[1h])))',
				unit: 'short',
				legend: '{{page}}',
			},
		],
		alerts: [],
	},
	budgetRemaining: {
		name: 'daybill_budget_remaining',
		help: 'Calls that the service has left for this server in this hour, as last seen',
		labels: [],
		aggregator: 'min',
		panels: [
			{
				title: 'Calls left in this hour',
				query: 'min(daybill_budget_remaining)',
				unit: 'short',
				legend: 'left',
			},
		],
		alerts: [
			{
				name: 'DaybillBudgetLow',
				when: 'min(daybill_budget_remaining) < 500',
				lasting: '2m',
				severity: 'ticket',
				summary: 'Less than a tenth of the hourly budget of level L1 is left',
				action: 'Responses are kept longer meanwhile. See docs/scaling.md when this happens every day.',
			},
		],
	},
} as const satisfies Record<string, MetricRow>;
