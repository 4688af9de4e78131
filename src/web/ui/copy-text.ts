/** @returns whether the text was copied: browsers may refuse, and have no clipboard on insecure origins */
export async function copyText(text: string): Promise<boolean> {
	try {
		await navigator.clipboard.writeText(text);
		return true;
	} catch {
		return false;
	}
}

/** Opens the system's share dialog. @param fallBack called if the browser can't share this */
export async function share(data: ShareData, fallBack: () => Promise<void>): Promise<void> {
	try {
		await navigator.share(data);
	} catch (error) {
		// The person closed the dialog.
		if (error instanceof DOMException && error.name === 'AbortError') return;
		// Also a TypeError, if the browser has no `navigator.share`.
		await fallBack();
	}
}
