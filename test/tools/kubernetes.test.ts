import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Deployment } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Service } from 'kubernetes-models/v1';
import { expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readSettings } from '../../src/cli/settings.ts';

const folder = path.resolve(import.meta.dirname, '../../examples/kubernetes');
const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');

interface Resource {
	kind: string;
	spec: Record<string, unknown>;
	data?: Record<string, string>;
}

const resources = parseAllDocuments(read('daybill.yaml')).map((document) => document.toJS() as Resource);
const find = (kind: string) => resources.find((resource) => resource.kind === kind);

/** Each checks a resource against the schema of Kubernetes. */
const models = { ConfigMap, Deployment, Service, PodDisruptionBudget, HorizontalPodAutoscaler };

it('every resource is what the schema of Kubernetes allows', () => {
	expect(resources.map(({ kind }) => kind)).toEqual(Object.keys(models));
	for (const resource of resources) {
		const Model = models[resource.kind as keyof typeof models] as new (data: unknown) => { validate(): void };
		expect(() => new Model(resource).validate()).not.toThrow();
		expect(() => new Model({ ...resource, spec: 7, data: 7 }).validate()).toThrow();
	}
});

it('its settings are ones that Daybill takes', () => {
	const secret = { OAUTH_CLIENT_SECRET: 'a-secret', METRICS_TOKEN: 'a-token-of-operators' };
	expect(() => readSettings({ ...find('ConfigMap')?.data, ...secret })).not.toThrow();
});

it('the number of processes follows a metric of Daybill, by the rule for the adapter', () => {
	const { rules } = parse(read('adapter-values.yaml')) as {
		rules: { custom: { seriesQuery: string; name: { as: string }; metricsQuery: string }[] };
	};
	const [rule] = rules.custom;
	expect(find('HorizontalPodAutoscaler')?.spec.metrics).toMatchObject([
		{ pods: { metric: { name: rule?.name.as } } },
	]);
	for (const query of [rule?.seriesQuery, rule?.metricsQuery])
		expect(query).toContain('daybill_http_request_seconds_count');
});
