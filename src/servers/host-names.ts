/**
 * Host names in `Host` headers. Another site can point its own host name to this machine (DNS rebinding), and
 * browsers would consider its requests same-origin. So the BFF and the sandbox serve only known names.
 */

/** The name in a `Host` header, in lower case and without its port; empty if the header is missing or invalid. */
export function hostNameOf(header = ''): string {
	const [, name = ''] = /^(\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i.exec(header) ?? [];
	return name.toLowerCase().replace(/\.$/, '');
}

/** Whether a name always refers to the machine that sends the request. */
export const isLoopbackName = (name: string): boolean =>
	name === 'localhost' || name === '[::1]' || /^127(\.\d{1,3}){3}$/.test(name);
