/** Signing in and out, in the header. */
import { Link, useLocation } from 'react-router';
import { addressOf } from '../../app/addresses.ts';
import { errorInWords } from '../../app/error-message.tsx';
import { m } from '../../i18n/generated/messages.js';
import { usePageData } from '../../service/page-data.tsx';
import controls from '../../ui/controls.module.css';
import { useMessage } from '../../ui/message-bar.tsx';
import { useSession } from './session-provider.tsx';
import { startSignIn } from './sign-in.ts';

export function SessionMenu() {
	const { userId, signOut } = useSession();
	const show = useMessage();
	// Keeps the room of what most people will see, so that the header does not move.
	if (userId === undefined)
		return (
			<span className={`${controls.button} ${controls.primary} ${controls.unseen}`} aria-hidden="true">
				{m.session_sign_in()}
			</span>
		);
	if (userId === null) return <SignInButton />;
	const leave = () =>
		signOut().then(
			() => show({ text: m.session_signed_out() }),
			(error: unknown) => show({ text: errorInWords(error) }),
		);
	return (
		<>
			<Link to={addressOf.me('participated')}>{m.session_my_events()}</Link>
			<button type="button" className={`${controls.button} ${controls.quiet}`} onClick={() => void leave()}>
				{m.session_sign_out()}
			</button>
		</>
	);
}

/** Leaves for the service's consent page, and comes back to this screen. */
export function SignInButton() {
	const { settings } = usePageData();
	const { pathname, search } = useLocation();
	const show = useMessage();
	const signIn = () =>
		startSignIn(settings, `${pathname}${search}`).catch((error: unknown) =>
			show({ text: errorInWords(error) }),
		);
	return (
		<button type="button" className={`${controls.button} ${controls.primary}`} onClick={() => void signIn()}>
			{m.session_sign_in()}
		</button>
	);
}
