/** Whether this is a time zone that `Intl` knows: an IANA name, or an offset such as `+02:00`. */
export function isZone(name: string): boolean {
	try {
		return new Intl.DateTimeFormat('en', { timeZone: name }) !== null;
	} catch (error) {
		if (error instanceof RangeError) return false;
		throw error;
	}
}
