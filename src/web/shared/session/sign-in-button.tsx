import { m } from '../../i18n/messages.ts';
import { Button } from '../../ui/button.tsx';
import { useSession } from './session-provider.tsx';
import { useSignIn } from './use-sign-in.tsx';

/** Opens the service's consent page, which leads back here. @param again shows the button to signed-in people, too */
export function SignInButton({ again = false }: { again?: boolean }) {
	const { userId } = useSession();
	const signIn = useSignIn();
	if (userId != null) return again ? <Button onTap={() => signIn()}>{m.session_again()}</Button> : null;
	return (
		<Button look="primary" onTap={() => signIn()}>
			{m.session_sign_in()}
		</Button>
	);
}
