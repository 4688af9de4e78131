/** One result of `daybill check`; `text` includes a fix if something is wrong. */
export interface Finding {
	isRight: boolean;
	what: string;
	text: string;
}

export const right = (what: string, text: string): Finding => ({ isRight: true, what, text });
export const wrong = (what: string, text: string): Finding => ({ isRight: false, what, text });

/** Lines to copy into `.env`. @param values by variable name */
export const setInEnv = (values: Readonly<Record<string, string | number>>): string => {
	const lines = Object.entries(values).map(([name, value]) => `${name}=${value}`);
	return `set in .env: ${lines.join(' and ')}`;
};
