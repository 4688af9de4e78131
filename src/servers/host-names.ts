/**
 * Servers serve only known names: another site can point its own host name to this machine (DNS rebinding),
 * and browsers would consider its requests same-origin.
 */

/** Without the port. @returns empty if the header is missing or invalid */
export function hostNameOf(header = ''): string {
	const [, name = ''] = /^(\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i.exec(header) ?? [];
	return name.toLowerCase().replace(/\.$/, '');
}

/** Always the machine that sends the request. */
export const isLoopbackName = (name: string): boolean =>
	name === 'localhost' || name === '[::1]' || /^127(\.\d{1,3}){3}$/.test(name);
