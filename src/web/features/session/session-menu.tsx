/** Signing in and out, in the header. */

import { m } from '../../i18n/generated/messages.js';
import { ErrorText } from '../../shared/error-text.tsx';
import { useSession } from '../../shared/session/session-provider.tsx';
import { SignInButton } from '../../shared/session/sign-in-button.tsx';
import controls from '../../ui/controls.module.css';
import { useMessage } from '../../ui/message-bar.tsx';

export function SessionMenu() {
	const { userId, signOut } = useSession();
	const show = useMessage();
	// Takes the space of what most people will see, so that the header does not move.
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
			(error: unknown) => show({ text: <ErrorText error={error} /> }),
		);
	return (
		<button type="button" className={`${controls.button} ${controls.quiet}`} onClick={() => void leave()}>
			{m.session_sign_out()}
		</button>
	);
}
