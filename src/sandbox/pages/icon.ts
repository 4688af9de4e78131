/** The icon of the sandbox's pages. Browsers ask for `/favicon.ico` where a page names none, and that path is not registered. */
import type { FastifyInstance } from 'fastify';

const path = '/favicon.svg';

/** Element for the head of every page. */
export const iconLink = `<link rel="icon" type="image/svg+xml" href="${path}">`;

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#1f4e79"/><path d="M9 10h14v14H9zM9 15h14M13 7v5M19 7v5" fill="none" stroke="#fff" stroke-width="2.5" stroke-linecap="round"/></svg>`;

export function addIconRoute(app: FastifyInstance): void {
	app.get(path, async (_request, reply) =>
		reply.type('image/svg+xml').header('cache-control', 'public, max-age=86400').send(icon),
	);
}
