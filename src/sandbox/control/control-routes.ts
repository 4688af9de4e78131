/** The control API: moves the clock, creates applications, users, tokens and faults. Loopback only. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { scopes } from '../../contract/spec/levels.ts';
import { isFromThisMachine } from '../../servers/local-request.ts';
import { type Application, applicationSchema, controlText as text } from '../oauth/applications.ts';
import { newSecret } from '../oauth/secrets.ts';
import { userChanges } from '../oauth/users.ts';
import { isFromOwnPage } from '../requests/foreign-requests.ts';
import { ServiceError } from '../requests/service-error.ts';
import type { Sandbox } from '../sandbox.ts';
import { faultSchema } from './faults.ts';

const newApplication = applicationSchema
	.omit({ blocked: true, deleted: true })
	.partial()
	.required({ redirect_uri: true });
const applicationChanges = applicationSchema.omit({ client_id: true }).partial();
const newUser = z.strictObject({ uid: text.regex(/^[\w.-]+$/), name: text, password: text });
const clockChange = z.union([
	z.strictObject({ advance_seconds: z.number().min(-1e10).max(1e10) }),
	z.strictObject({ now: z.iso.datetime({ offset: true }) }),
]);
const newTokens = z.strictObject({ client_id: text, user_id: text, scope: text.optional() });

/** @throws ServiceError 113 naming every wrong field */
function read<Schema extends z.ZodType>(request: FastifyRequest, schema: Schema): z.output<Schema> {
	const result = schema.safeParse(request.body ?? {});
	if (result.success) return result.data;
	const problems = result.error.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`);
	throw new ServiceError(113, problems.join('; '));
}

/** An application without its secret, which only the creating call returns, once. */
const withoutSecret = ({ client_secret: _, ...application }: Application) => application;

/** Forms can't send this header; nor, without CORS, can scripts from another origin. */
const controlHeader = 'x-daybill-sandbox-control';

/** Adds the routes under /_sandbox, and a hook for all routes of `app`, which must therefore be a separate plugin. */
export function addControlRoutes(app: FastifyInstance, sandbox: Sandbox): void {
	const { database, applications, secrets, users, tokens, clock, faults, limits } = sandbox;
	app.addHook('onRequest', async (request) => {
		if (!isFromThisMachine(request)) throw new ServiceError(107);
		// Keeps out other sites' pages, even under a host name that resolves to this machine (DNS rebinding).
		if (request.headers[controlHeader] !== '1')
			throw new ServiceError(126, 'the header X-Daybill-Sandbox-Control: 1 is missing');
		if (!isFromOwnPage(request)) throw new ServiceError(126, 'the request comes from another site');
	});

	const countOf = (table: string) => Number(database.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n);
	const state = () => ({
		now: new Date(clock.now()).toISOString(),
		apps: countOf('apps'),
		users: countOf('users'),
		events: countOf('events'),
		cities: countOf('locs'),
		faults: faults.size,
	});

	app.get('/_sandbox/state', async () => state());
	app.post('/_sandbox/clock', async (request) => {
		const change = read(request, clockChange);
		clock.advance('now' in change ? Date.parse(change.now) - clock.now() : change.advance_seconds * 1000);
		return state();
	});
	app.post('/_sandbox/apps', async (request, reply) => {
		const input = read(request, newApplication);
		const { client_id = newSecret().slice(0, 16) } = input;
		if (applications.get(client_id) !== undefined)
			throw new ServiceError(999, `the client_id ${client_id} is taken`);
		const defaults = { client_secret: newSecret(), name: client_id, level: 'L1', scopes, trial_users: null };
		const application = { ...defaults, blocked: false, deleted: false, ...input, client_id } as Application;
		applications.save(application);
		return reply.code(201).send(application);
	});
	app.patch<{ Params: { id: string } }>('/_sandbox/apps/:id', async (request) => {
		const changes = read(request, applicationChanges);
		const application = applications.get(request.params.id);
		if (application === undefined) throw new ServiceError(104);
		const changed = { ...application, ...changes } as Application;
		applications.save(changed);
		return withoutSecret(changed);
	});
	app.post('/_sandbox/users', async (request, reply) =>
		reply.code(201).send(users.create(read(request, newUser))),
	);
	app.patch<{ Params: { id: string } }>('/_sandbox/users/:id', async (request) =>
		users.change(request.params.id, read(request, userChanges)),
	);
	app.post('/_sandbox/tokens', async (request) => {
		const { client_id, user_id, scope } = read(request, newTokens);
		const application = applications.find(client_id);
		return tokens.issue(application, users.checkUsable(user_id).id, scope ?? application.scopes.join(','));
	});
	app.delete<{ Querystring: { user_id?: string; client_id?: string } }>(
		'/_sandbox/consents',
		async (request, reply) => {
			const { user_id = '', client_id = '' } = request.query;
			secrets.endConsent(user_id, client_id);
			return reply.code(204).send();
		},
	);
	app.post('/_sandbox/faults', async (request) => ({ id: faults.add(read(request, faultSchema)) }));
	app.delete('/_sandbox/faults', async (_request, reply) => {
		faults.clear();
		return reply.code(204).send();
	});
	app.post('/_sandbox/reset', async () => {
		sandbox.reset();
		faults.clear();
		limits.reset();
		return state();
	});
}
