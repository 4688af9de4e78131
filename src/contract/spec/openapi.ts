/** The service's OpenAPI 3.1 document, from the contract's tables. Server only: loads the schema library. */
import { z } from 'zod';
import { errorCodes } from './errors.ts';
import { eventTypeNumbers, paging } from './filters.ts';
import { levels, rateLimitHeaders, scopes } from './levels.ts';
import { operationTexts, parameterTexts } from './operation-texts.ts';
import {
	authorizationPaths,
	type Operation,
	type OperationName,
	operations,
	type Parameter,
	type ParameterName,
} from './operations.ts';
import './resources.ts';

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** The schemas of `resources.ts` by their `id`, as JSON Schema 2020-12, which OpenAPI 3.1 requires. */
function componentSchemas(): Record<string, unknown> {
	const { schemas: converted } = z.toJSONSchema(z.globalRegistry, {
		uri: (id) => `#/components/schemas/${id}`,
	});
	return Object.fromEntries(
		Object.entries(converted).map(([name, { $schema, $id, ...schema }]) => [name, schema]),
	);
}

/** The sandbox's limits: the specification leaves them open (gap register, `paging`). */
const pagingSchemas: Partial<Record<ParameterName, object>> = {
	start: { type: 'integer', minimum: 0, maximum: 999_999_999, default: paging.defaultStart },
	count: { type: 'integer', minimum: 0, maximum: paging.maxCount, default: paging.defaultCount },
};

function parameterSchema({ name, format, values }: Parameter): object {
	if (format === 'non-negative-integer') return pagingSchemas[name] ?? { type: 'integer' };
	if (format === 'date') return { type: 'string', format: 'date' };
	if (format === 'number-or-word')
		return {
			oneOf: [
				{ type: 'string', enum: values },
				{ type: 'integer', enum: Object.values(eventTypeNumbers) },
			],
		};
	return values === undefined ? { type: 'string' } : { type: 'string', enum: values };
}

/** The error responses of Spec §7: HTTP 400, distinguished by `code`. */
const errorResponse = {
	description: `Error. Codes: ${errorCodes.map(({ code, name }) => `${code} ${name}`).join(', ')}`,
	content: { 'application/json': { schema: reference('Error') } },
};

const integer = (description: string) => ({ description, schema: { type: 'integer' } });
const limitHeaders = {
	[rateLimitHeaders.userLimit]: integer('calls an hour for this user, application and scope'),
	[rateLimitHeaders.userRemaining]: integer('calls that remain of them'),
	[rateLimitHeaders.ipLimit]: integer('calls an hour for this IP address'),
	[rateLimitHeaders.ipRemaining]: integer('calls that remain of them'),
};

function operationObject(name: OperationName, operation: Operation): object {
	const { path, parameters, returns, success, scope, tokenRequired } = operation;
	const summary = operationTexts[name];
	const authorization = { events: [scope] };
	return {
		operationId: name,
		summary,
		parameters: [
			...(path.includes(':id')
				? [{ name: 'id', in: 'path', required: true, schema: { type: 'string' }, description: 'identifier' }]
				: []),
			...parameters.map((parameter) => ({
				name: parameter.name,
				in: 'query',
				required: false,
				description: parameterTexts[parameter.name],
				schema: parameterSchema(parameter),
			})),
		],
		security: tokenRequired ? [authorization] : [{}, authorization],
		responses: {
			[success]: {
				description: success === 202 ? 'Accepted' : summary,
				headers: limitHeaders,
				content: { 'application/json': { schema: reference(returns) } },
			},
			'400': { ...errorResponse, headers: limitHeaders },
		},
	};
}

/**
 * Generates the service's OpenAPI 3.1 document. The authorization endpoints (Spec §4.1) are in its security scheme.
 *
 * @param baseUrl `{base_url}` of the service
 * @param authUrl `{auth_url}` of the service
 */
export function openApiDocument(baseUrl: string, authUrl: string): object {
	const paths: Record<string, Record<string, object>> = {};
	for (const [name, operation] of Object.entries(operations) as [OperationName, Operation][]) {
		const path = operation.path.replace(':id', '{id}');
		paths[path] = { ...paths[path], [operation.method.toLowerCase()]: operationObject(name, operation) };
	}
	const { L1 } = levels;
	return {
		openapi: '3.1.1',
		info: {
			title: 'Local events',
			version: '2',
			description: `Events, cities, joining and wishing, with OAuth 2.0. At level L1 ${L1.callsPerUser} calls an hour for a user and ${L1.callsPerIp} for an IP address.`,
			license: { name: 'MIT', identifier: 'MIT' },
		},
		servers: [{ url: baseUrl }],
		paths,
		components: {
			schemas: componentSchemas(),
			securitySchemes: {
				events: {
					type: 'oauth2',
					flows: {
						authorizationCode: {
							authorizationUrl: `${authUrl}${authorizationPaths.authorize}`,
							tokenUrl: `${authUrl}${authorizationPaths.token}`,
							refreshUrl: `${authUrl}${authorizationPaths.token}`,
							scopes: Object.fromEntries(scopes.map((scope) => [scope, scope])),
						},
					},
				},
			},
		},
	};
}
