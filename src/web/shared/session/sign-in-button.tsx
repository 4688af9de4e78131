import { m } from '../../i18n/generated/messages.js';
import controls from '../../ui/controls.module.css';
import { useSignIn } from './use-sign-in.ts';

/** Goes to the service's consent page, and returns to this page. */
export function SignInButton() {
	const signIn = useSignIn();
	return (
		<button type="button" className={`${controls.button} ${controls.primary}`} onClick={() => signIn()}>
			{m.session_sign_in()}
		</button>
	);
}
