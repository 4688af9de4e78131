import { useSession } from '../../shared/session/session-provider.tsx';
import { SignInButton } from '../../shared/session/sign-in-button.tsx';
import { lazyOrNothing } from '../../ui/lazy-component.tsx';
import css from './session-menu.module.css';

const AccountMenu = lazyOrNothing(() => import('./account-menu.tsx'), 'AccountMenu');

export function SessionMenu() {
	const { userId } = useSession();
	const isSignedIn = typeof userId === 'string';
	return (
		<span className={css.room} data-unknown={userId === undefined || undefined}>
			{isSignedIn ? <AccountMenu userId={userId} /> : <SignInButton />}
		</span>
	);
}
