/** One line of a check: a setting or a part, and what was found, with the remedy where it is wrong. */
export interface Finding {
	isRight: boolean;
	what: string;
	text: string;
}

export const right = (what: string, text: string): Finding => ({ isRight: true, what, text });
export const wrong = (what: string, text: string): Finding => ({ isRight: false, what, text });
