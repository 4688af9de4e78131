/** Schemas for the input of each operation. They reject unknown parameters, and values that are too long. */
import { z } from 'zod';
import { paging } from '../../contract/spec/filters.ts';
import { parameterTexts } from '../../contract/spec/operation-texts.ts';
import {
	type Operation,
	type OperationName,
	operations,
	type Parameter,
} from '../../contract/spec/operations.ts';
import { isIdentifier, isIdentifierOf } from './identifier.ts';

const text = z.string().max(200);
const loc = text.refine(isIdentifier, 'is no identifier of a city');
/** Limited here, because the service may accept any number. */
const count = text.transform((value) =>
	/^\d+$/.test(value) && Number(value) > paging.maxCount ? String(paging.maxCount) : value,
);

const schemaOf = ({ name, format, values }: Parameter) =>
	(format === 'loc' ? loc : name === 'count' ? count : text)
		.optional()
		.describe([parameterTexts[name], ...(values === undefined ? [] : [values.join(', ')])].join(': '));

export type CallInput = Readonly<Record<string, string | undefined>>;

/** @returns schemas of the variables in the path, and of the operation's other parameters */
export function callInput(name: OperationName, pattern: string) {
	const operation: Operation = operations[name];
	const id = z.string().refine((text) => isIdentifierOf(operation, text), 'is no identifier');
	const isInPath = (each: string) => pattern.includes(`:${each}`);
	const variables = Object.entries({ id, loc }).filter(([each]) => isInPath(each));
	const others = operation.parameters.filter((each) => !isInPath(each.name));
	const params: z.ZodType<CallInput> = z.object(Object.fromEntries(variables));
	const parameters: z.ZodType<CallInput> = z.strictObject(
		Object.fromEntries(others.map((each) => [each.name, schemaOf(each)])),
	);
	return { params, parameters };
}
