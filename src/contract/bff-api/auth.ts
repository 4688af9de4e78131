/** Requests and responses of the endpoints under `/auth`. */
import { z } from 'zod';
import { maxOfWeekend } from './limits.ts';
import { locales } from './preferences.ts';
import { reasonSchema } from './problem.ts';

export const loginSchema = z.strictObject({ state: z.string().min(16).max(512) });
export type LoginRequest = z.input<typeof loginSchema>;

const secret = z.string().min(1).max(2_000);
export const codeSchema = z.strictObject({
	grant_type: z.literal('authorization_code'),
	/** May have any length (Spec §4.1); this limit still fits into a request line. */
	code: z.string().min(1).max(8_000),
	state: secret,
	code_verifier: secret.optional(),
});
export const tokenSchema = z.discriminatedUnion(
	'grant_type',
	[codeSchema, z.strictObject({ grant_type: z.literal('refresh_token') })],
	'grant_type must be authorization_code, with code and state, or refresh_token',
);
export type TokenRequest = z.input<typeof tokenSchema>;

/** Accepts an invalid body, which must not prevent signing out. */
export const logoutSchema = z
	.strictObject({ everywhere: z.boolean().describe("whether to end all of the user's sessions") })
	.catch({ everywhere: false });
export type LogoutRequest = z.output<typeof logoutSchema>;

export const sessionSchema = z
	.discriminatedUnion('signed_in', [
		z.object({
			signed_in: z.literal(false),
			ended: reasonSchema
				.exactOptional()
				.describe("why this browser's session ended; sent until it signs in or out"),
		}),
		z.object({
			signed_in: z.literal(true),
			epoch: z
				.string()
				.describe(
					"opaque id of the person, or of the session if the service sends no user id; part of the keys under which the browser stores the person's data",
				),
			service_user_id: z.string().describe('empty if the service sends none'),
			scope: z.string(),
			token_received_at: z.string().describe('when the access token was received (ISO 8601)'),
			token_expires_at: z.string().describe('when the access token expires, from its lifetime'),
		}),
	])
	.meta({ title: 'Session' });
export type Session = z.infer<typeof sessionSchema>;

export const calendarUrlSchema = z
	.object({
		exists: z.boolean(),
		url: z.string().exactOptional().describe('secret; sent only once, on creation'),
	})
	.meta({ title: 'CalendarUrl' });
export type CalendarUrl = z.infer<typeof calendarUrlSchema>;

const shortText = z.string().max(200);
export const weekendSchema = z.strictObject({
	locale: z.enum(locales),
	events: z
		.array(z.strictObject({ id: shortText, when: shortText.describe('time, as the image shows it') }))
		.min(1)
		.max(maxOfWeekend)
		.describe('events that the user is going to'),
});
export type WeekendRequest = z.input<typeof weekendSchema>;
