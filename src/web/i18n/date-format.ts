/** Formats of dates, each made once: making one takes a hundred times as long as using it, and a list uses dozens. */
const made = new Map<string, Intl.DateTimeFormat>();

/** As `new Intl.DateTimeFormat`, for the few languages and options of the app. */
export function dateFormat(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
	const key = `${language} ${JSON.stringify(options)}`;
	const format = made.get(key) ?? new Intl.DateTimeFormat(language, options);
	made.set(key, format);
	return format;
}
