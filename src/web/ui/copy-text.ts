/** @returns whether it was copied: browsers may refuse, and have no clipboard on insecure origins */
export async function copyText(text: string): Promise<boolean> {
	try {
		await navigator.clipboard.writeText(text);
		return true;
	} catch {
		return false;
	}
}
