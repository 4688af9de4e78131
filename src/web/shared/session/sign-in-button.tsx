import { m } from '../../i18n/generated/messages.js';
import controls from '../../ui/controls.module.css';
import { useEarlyPress } from '../../ui/use-early-press.ts';
import { useSession } from './session-provider.tsx';
import { useSignIn } from './use-sign-in.ts';

/** Goes to the service's consent page, and returns to this page. Absent for people who are signed in. */
export function SignInButton() {
	const signIn = useSignIn();
	const early = useEarlyPress(() => signIn());
	if (useSession().userId != null) return null;
	return (
		<button
			{...early}
			type="button"
			className={`${controls.button} ${controls.primary}`}
			onClick={() => signIn()}
		>
			{m.session_sign_in()}
		</button>
	);
}
