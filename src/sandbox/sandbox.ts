/** The parts of a sandbox that its routes share. */
import { scopes } from '../contract/spec/levels.ts';
import { demoApplication } from '../servers/sandbox-defaults.ts';
import type { Settings } from '../servers/settings.ts';
import { openClock } from './clock.ts';
import { createFaults } from './control/faults.ts';
import { openDatabase } from './database.ts';
import { openEventStore } from './events/event-store.ts';
import { openApplications } from './oauth/applications.ts';
import { openSecrets } from './oauth/secrets.ts';
import { openSignIns } from './oauth/sign-ins.ts';
import { openTokens } from './oauth/tokens.ts';
import { openUsers } from './oauth/users.ts';
import { createLimits } from './requests/limits.ts';
import { seedIfEmpty, wipe } from './seed-database.ts';

type Required = 'port' | 'database' | 'redirectUri';

export type SandboxOptions = Pick<Settings['sandbox'], Required> &
	Partial<Settings['sandbox']> & {
		/** The demo application's name on the consent page; defaults to Daybill. */
		applicationName?: string | undefined;
		/** `small` seeds a few hundred rows, for tests. Defaults to `demo`. */
		seed?: 'demo' | 'small';
	};

export type Sandbox = ReturnType<typeof openSandbox>;

export function openSandbox(options: SandboxOptions, ownOrigin: () => string) {
	const database = openDatabase(options.database);
	const clock = openClock(database);
	const applications = openApplications(database);
	const secrets = openSecrets(database, clock);
	const users = openUsers(database, ownOrigin, secrets);
	const seed = () => {
		seedIfEmpty(database, clock.wallClock(), options.seed ?? 'demo');
		// Uses the current settings' name and redirect URI, which may differ from those in the seeded database.
		applications.save({
			client_secret: demoApplication.clientSecret,
			level: 'L1',
			scopes,
			trial_users: null,
			blocked: false,
			deleted: false,
			...applications.get(demoApplication.clientId),
			client_id: demoApplication.clientId,
			name: options.applicationName ?? 'Daybill',
			redirect_uri: options.redirectUri,
		});
	};
	seed();
	return {
		database,
		clock,
		applications,
		secrets,
		users,
		tokens: openTokens(database, clock, secrets),
		signIns: openSignIns(clock, secrets, users),
		events: openEventStore(database, clock, users, ownOrigin),
		limits: createLimits(clock, options.anonymousLimit),
		faults: createFaults(),
		requireHttps: options.requireHttps ?? false,
		reset() {
			wipe(database);
			clock.advance(Date.now() - clock.now());
			seed();
		},
	};
}
