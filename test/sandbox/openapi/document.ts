/** The part of the sandbox's OpenAPI document that the tests read: operations and schemas of responses. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

interface DocumentedResponse {
	readonly headers?: Readonly<Record<string, { schema: object }>>;
	readonly content?: Readonly<Record<string, { schema: object }>>;
}

interface OperationObject {
	readonly operationId: string;
	readonly responses: Readonly<Record<string, DocumentedResponse>>;
}

export interface OpenApiDocument {
	readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
}

export interface DocumentedOperation extends OperationObject {
	readonly path: string;
	/** In capitals. */
	readonly method: string;
}

export const operationsOf = ({ paths }: OpenApiDocument): DocumentedOperation[] =>
	Object.entries(paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, operation]) => ({
			...operation,
			path,
			method: method.toUpperCase(),
		})),
	);

/** Validates with an independent implementation of JSON Schema; references point into the document. */
function openValidator(document: OpenApiDocument) {
	const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
	ajv.addSchema(document, 'openapi.json', undefined, false);
	const compiled = new Map<string, ValidateFunction>();
	return (value: unknown, pointer: readonly string[]): string[] => {
		const path = pointer.map((each) => encodeURIComponent(each.replaceAll('~', '~0').replaceAll('/', '~1')));
		const $ref = `openapi.json#/${path.join('/')}`;
		const validate = compiled.get($ref) ?? ajv.compile({ $ref });
		compiled.set($ref, validate);
		return validate(value)
			? []
			: (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath}: ${message}`);
	};
}

/** A received response. */
export interface ReceivedResponse {
	readonly status: number;
	readonly headers: Headers;
	readonly text: string;
}

/** Finds differences between a response and the document for its operation and status; empty if there are none. */
export function openJudge(document: OpenApiDocument) {
	const validate = openValidator(document);
	return ({ path, method, responses }: DocumentedOperation, response: ReceivedResponse): string[] => {
		const { status, headers, text } = response;
		const documented = responses[status];
		if (documented === undefined) return [`status ${status} is not in the document`];
		const type = headers.get('content-type')?.split(';')[0] ?? 'none';
		const types = Object.keys(documented.content ?? {});
		if (types.length === 0) return [];
		if (!types.includes(type)) return [`content type ${type}, not ${types.join(' or ')}`];
		if (type !== 'application/json') return [];
		const at = ['paths', path, method.toLowerCase(), 'responses', String(status)];
		const counters = Object.keys(documented.headers ?? {}).flatMap((name) => {
			const value = headers.get(name);
			return value === null ? [] : validate(Number(value), [...at, 'headers', name, 'schema']);
		});
		return [...counters, ...validate(JSON.parse(text), [...at, 'content', type, 'schema'])];
	};
}
