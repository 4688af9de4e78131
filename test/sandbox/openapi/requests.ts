/** Generates requests from the OpenAPI document: values that a parameter may have, and hostile ones. */
import fc from 'fast-check';
import type { DocumentedOperation, DocumentedParameter } from './document.ts';

/** Values that break programs which do not expect them. */
const hostile = fc.oneof(
	fc.constantFrom(
		...[
			'',
			' ',
			'\0',
			'%',
			'%00',
			'../../etc/passwd',
			"' OR '1'='1' --",
			'<script>alert(1)</script>',
			'{{7*7}}',
		],
		...['null', 'undefined', 'NaN', 'true', '[]', '{}', '__proto__', 'constructor', 'toString', 'list'],
		...['-1', '-0', '1.5', '1e9', '+1', ' 1', '0x10', '９', '9007199254740993', '99999999999999999999'],
		...['2026-02-30', '0000-00-00', '2026-1-1', '2026-11-21T00:00:00Z', '9999-12-31', '+010000-01-01'],
		...['\u202e', '\ufeff', '𝒳', 'é'.normalize('NFD'), '\r\nSet-Cookie: a=b', 'x'.repeat(3_000)],
	),
	fc.string({ unit: 'binary', maxLength: 40 }).map((text) => text.toWellFormed()),
);

const days = fc
	.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
	.map((date) => date.toISOString().slice(0, 10));

/** Values that the schema of a parameter allows, as texts. @param known identifiers and the like that the service has */
function allowed(
	{ schema }: Pick<DocumentedParameter, 'schema'>,
	known: readonly string[],
): fc.Arbitrary<string> {
	if (schema.oneOf !== undefined)
		return fc.oneof(...schema.oneOf.map((each) => allowed({ schema: each }, known)));
	if (schema.enum !== undefined) return fc.constantFrom(...schema.enum.map(String));
	if (schema.type === 'integer')
		return fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 100 }).map(String);
	return schema.format === 'date' ? days : fc.constantFrom(...known);
}

/** Whether the schema of a parameter takes any text. */
export const takesAnyText = ({ schema }: DocumentedParameter): boolean =>
	schema.type === 'string' && schema.enum === undefined && schema.format === undefined;

/** Hostile values that the schema of a parameter does not allow. */
export function forbidden(parameter: DocumentedParameter): fc.Arbitrary<string> {
	const words = [parameter.schema, ...(parameter.schema.oneOf ?? [])].flatMap((each) => each.enum ?? []);
	const isInteger = parameter.schema.type === 'integer';
	const isDate = parameter.schema.format === 'date';
	return hostile.filter(
		(value) =>
			!words.map(String).includes(value) &&
			!(isInteger && /^\d+$/.test(value)) &&
			!(isDate && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))),
	);
}

/** A request, with its parameters as they are written. */
export interface GeneratedRequest {
	readonly path: string;
	readonly query: readonly (readonly [name: string, value: string])[];
	readonly form: readonly (readonly [name: string, value: string])[];
	/** Name of one of the tokens of the test; null for none. */
	readonly token: string | null;
}

const pathWith = (path: string, id: string) => path.replace('{id}', encodeURIComponent(id));

/** Pairs of some of these names, each once or twice, with allowed and hostile values. */
const pairsOf = (
	parameters: readonly Pick<DocumentedParameter, 'name' | 'schema'>[],
	known: readonly string[],
): fc.Arbitrary<[string, string][]> =>
	fc
		.tuple(
			...parameters.map((parameter) =>
				fc.array(
					fc.tuple(fc.constant(parameter.name), fc.oneof(allowed(parameter, known), hostile)),
					// Sent twice once in a while: most requests should get past that.
					{ maxLength: 2, size: 'xsmall' },
				),
			),
			fc.array(fc.tuple(hostile, hostile), { maxLength: 1 }),
		)
		.map((lists) => lists.flat());

/** What the service of a test has. */
export interface KnownTexts {
	/** The identifier that an operation's path can have. */
	readonly idFor: (path: string) => string;
	/** Other texts that mean something to the service. */
	readonly texts: readonly string[];
	/** Names of tokens, the one that may do everything first. */
	readonly tokens: readonly [string, ...string[]];
}

/** Any request of an operation. */
export function anyRequest(
	operation: DocumentedOperation,
	{ idFor, texts, tokens }: KnownTexts,
): fc.Arbitrary<GeneratedRequest> {
	const { path, parameters = [], requestBody } = operation;
	const fields = requestBody?.content['application/x-www-form-urlencoded']?.schema.properties ?? {};
	const formParameters = Object.entries(fields).map(([name, schema]) => ({ name, schema }));
	return fc.record({
		path: fc
			.oneof(fc.constant(idFor(path)), fc.constantFrom(...texts), hostile)
			.map((id) => pathWith(path, id)),
		query: pairsOf(
			parameters.filter((parameter) => parameter.in === 'query'),
			texts,
		),
		form: pairsOf(formParameters, texts),
		token: fc.oneof(fc.constant(tokens[0]), fc.constantFrom(...tokens), fc.constant(null)),
	});
}

/** A request of an operation with values that the document allows only. */
export const allowedRequest = (
	{ path, parameters = [] }: DocumentedOperation,
	{ idFor, texts, tokens }: KnownTexts,
): fc.Arbitrary<GeneratedRequest> =>
	fc.record({
		path: fc.constantFrom(idFor(path), ...texts).map((id) => pathWith(path, id)),
		query: fc
			.tuple(
				...parameters
					.filter((parameter) => parameter.in === 'query')
					.map((parameter) =>
						fc.array(fc.tuple(fc.constant(parameter.name), allowed(parameter, texts)), { maxLength: 1 }),
					),
			)
			.map((lists) => lists.flat()),
		form: fc.constant([]),
		token: fc.constant(tokens[0]),
	});
