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

const codes: Readonly<Record<Meaning, readonly number[]>> = {
	closed: [102, 103, 106, 108, 109, 123],
	absent: [107, 121],
	limited: [111, 112],
	other: [104, 105, 110, 122, 128],
};

/** Only 400 is specified. Other statuses count only if the code is 999, unlisted or missing. */
const statuses: Readonly<Record<Meaning, readonly number[]>> = {
	closed: [401, 403],
	absent: [404, 410],
	limited: [429],
	other: [],
};

const meanings = Object.keys(codes) as Meaning[];

export function meaningOf({ status, code }: Rejection): Meaning {
	const byCode = code === undefined ? undefined : meanings.find((each) => codes[each].includes(code));
	return byCode ?? meanings.find((each) => statuses[each].includes(status)) ?? 'other';
}
