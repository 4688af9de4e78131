import { m } from '../../i18n/messages.ts';
import controls from '../../ui/controls.module.css';
import { useEarlyTap } from '../../ui/use-early-tap.ts';
import { useSession } from './session-provider.tsx';
import { useSignIn } from './use-sign-in.ts';

function Button() {
	const signIn = useSignIn();
	const onTap = () => signIn();
	return (
		<button
			{...useEarlyTap(onTap)}
			type="button"
			className={`${controls.button} ${controls.primary}`}
			onClick={onTap}
		>
			{m.session_sign_in()}
		</button>
	);
}

/** Leads to the consent page and back here. Renders nothing if signed in. */
export const SignInButton = () => (useSession().userId == null ? <Button /> : null);
