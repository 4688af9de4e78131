/** In the header: Sign in, or the account. */
import { Suspense } from 'react';
import { m } from '../../i18n/messages.ts';
import { useSession } from '../../shared/session/session-provider.tsx';
import { SignInButton } from '../../shared/session/sign-in-button.tsx';
import controls from '../../ui/controls.module.css';
import { lazyOrNothing } from '../../ui/lazy-component.ts';
import css from './session-menu.module.css';

const AccountMenu = lazyOrNothing(async () => (await import('./account-menu.tsx')).AccountMenu);

export function SessionMenu() {
	const { userId } = useSession();
	const isSignedIn = typeof userId === 'string';
	// Both reserve the same space, so that the header does not shift.
	return (
		<span className={css.room} data-unknown={userId === undefined || undefined}>
			{isSignedIn ? (
				<span className={`${controls.button} ${controls.primary} ${controls.unseen}`} aria-hidden="true">
					{m.session_sign_in()}
				</span>
			) : (
				<SignInButton />
			)}
			{isSignedIn && (
				<Suspense>
					<AccountMenu userId={userId} />
				</Suspense>
			)}
		</span>
	);
}
