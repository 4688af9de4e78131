import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SignIns } from '../oauth/sign-ins.ts';
import { ServiceError } from '../requests/service-error.ts';
import type { Sandbox } from '../sandbox.ts';
import { eventPage, userPage } from './event-page.ts';
import { htmlPage, sendPage } from './html.ts';
import { pagePatterns } from './page-paths.ts';
import { type PageWords, pageWordsFor } from './page-words.ts';

const maxListed = 20;

const notFoundPage = ({ locale, notFound, notFoundText, signInToSee }: PageWords): string =>
	htmlPage(
		locale,
		notFound,
		`<h1>${notFound}</h1><p>${notFoundText}</p><p><a href="/sandbox/consents">${signInToSee}</a></p>`,
	);

/** The user signed in to the sandbox; undefined also for an account that can no longer be used. */
function viewerOf(request: FastifyRequest, signIns: SignIns): string | undefined {
	try {
		return signIns.current(request)?.id;
	} catch (error) {
		if (error instanceof ServiceError) return undefined;
		throw error;
	}
}

type PageRequest = FastifyRequest<{ Params: { id: string } }>;

/** Users who are signed in to the sandbox also see the pages of private events that they may see. */
export function addPageRoutes(app: FastifyInstance, { events, users }: Sandbox, signIns: SignIns): void {
	const show = (
		request: FastifyRequest,
		reply: FastifyReply,
		page: (say: PageWords) => string,
	): FastifyReply => {
		const say = pageWordsFor(request);
		try {
			return sendPage(reply, page(say));
		} catch (error) {
			if (!(error instanceof ServiceError)) throw error;
			return sendPage(reply, notFoundPage(say), { status: 404 });
		}
	};
	const showEvent = async (request: PageRequest, reply: FastifyReply) =>
		show(request, reply, (say) =>
			eventPage(events.event(request.params.id, viewerOf(request, signIns)), say),
		);
	app.get(pagePatterns.event, showEvent);
	app.get(pagePatterns.mobileEvent, showEvent);
	app.get(pagePatterns.user, async (request: PageRequest, reply) =>
		show(request, reply, (say) => {
			const user = users.find(request.params.id);
			const page = { start: 0, count: maxListed };
			return userPage(user, events.created(user.id, page, viewerOf(request, signIns)), say);
		}),
	);
}
