/**
 * Host names in `Host` headers. A page of another site can make a name of its own point to this machine (DNS rebinding);
 * its requests then reach a server with that name, and the browser counts them as same-origin. So the BFF and the
 * sandbox serve known names only.
 */

/** The name in a `Host` header, in lower case and without its port; empty for a header that is missing or wrong. */
export function hostNameOf(header = ''): string {
	const [, name = ''] = /^(\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i.exec(header) ?? [];
	return name.toLowerCase().replace(/\.$/, '');
}

/** Whether a name always means the machine that the request comes from. */
export const isLoopbackName = (name: string): boolean =>
	name === 'localhost' || name === '[::1]' || /^127(\.\d{1,3}){3}$/.test(name);
