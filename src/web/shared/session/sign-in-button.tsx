import { m } from '../../i18n/messages.ts';
import { Button } from '../../ui/button.tsx';
import { useSession } from './session-provider.tsx';
import { useSignIn } from './use-sign-in.ts';

/** Goes to the consent page and returns here. Renders nothing if signed in. */
export function SignInButton() {
	const { userId } = useSession();
	const signIn = useSignIn();
	if (userId != null) return null;
	return (
		<Button look="primary" onTap={() => signIn()}>
			{m.session_sign_in()}
		</Button>
	);
}
