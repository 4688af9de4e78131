/** A call to the data API (Spec §4.2) as a value. */
import type { OperationName, ParametersOf } from './operations.ts';

/** `id` for the variable path segment, and the operation's query parameters. */
export type CallParameters<Name extends OperationName> = ParametersOf<Name> & { id?: string };

export interface Call<Name extends OperationName = OperationName> {
	operation: Name;
	parameters: CallParameters<Name>;
}

/** The position of the first element that a call requests. */
export const startOf = ({ parameters }: { parameters?: object }): number =>
	Number((parameters as { start?: string | number } | undefined)?.start ?? 0);
