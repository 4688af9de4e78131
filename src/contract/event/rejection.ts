/** What an error response means to the caller (Spec §7). */

export interface Rejection {
	status: number;
	code?: number | undefined;
}

/**
 * `closed`: another caller, or one with a token, may see the resource. `absent`: it doesn't exist, or not for
 * this caller (gap register, `unknown-resource`). `limited`: the caller's or this server's hourly limit is
 * reached (Spec §8). `other`: anything else, such as a rejected parameter.
 */
export type Meaning = 'closed' | 'absent' | 'limited' | 'other';

/** Only status 400 is specified. Other statuses count only if the code is missing or not in this table. */
const meanings: Readonly<Record<Meaning, { codes: readonly number[]; statuses: readonly number[] }>> = {
	closed: { codes: [102, 103, 106, 108, 109, 123], statuses: [401, 403] },
	absent: { codes: [107, 121], statuses: [404, 410] },
	limited: { codes: [111, 112], statuses: [429] },
	other: { codes: [104, 105, 110, 122, 128], statuses: [] },
};
const names = Object.keys(meanings) as Meaning[];

export function meaningOf({ status, code }: Rejection): Meaning {
	const byCode = code === undefined ? undefined : names.find((each) => meanings[each].codes.includes(code));
	return byCode ?? names.find((each) => meanings[each].statuses.includes(status)) ?? 'other';
}
