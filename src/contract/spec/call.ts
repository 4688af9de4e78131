/**
 * One call of the data API (Spec §4.2) as a value. A route or reader creates it and passes it down; only the
 * transport builds the path (`operationPath`).
 */
import type { OperationName, ParametersOf } from './operations.ts';

/** `id` for the variable segment of the path, and the query parameters of the operation. */
export type CallParameters<Name extends OperationName> = ParametersOf<Name> & { id?: string };

export interface Call<Name extends OperationName = OperationName> {
	operation: Name;
	parameters: CallParameters<Name>;
}
