/** Invoker commands (`command`, `commandfor`) open and close a dialog without scripts. */

type Command = 'show-modal' | 'close';
const invoke = (command: Command, id: string) => ({ type: 'button', command, commandfor: id }) as const;

/** Attributes of a button that opens a dialog. */
export const opens = (dialogId: string) => invoke('show-modal', dialogId);
/** Attributes of a button that closes a dialog. */
export const closes = (dialogId: string) => invoke('close', dialogId);

export function openDialog(id: string): void {
	const dialog = document.getElementById(id);
	if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal();
	// Browsers before 2025 lack this event on dialogs.
	dialog?.dispatchEvent(new Event('toggle'));
}

function onClick({ target, defaultPrevented }: MouseEvent): void {
	if (defaultPrevented) return;
	const button = target instanceof Element ? target.closest('button[commandfor]') : null;
	const id = button?.getAttribute('commandfor') ?? '';
	if (button?.getAttribute('command') !== ('close' satisfies Command)) openDialog(id);
	else document.querySelector<HTMLDialogElement>(`#${CSS.escape(id)}`)?.close();
}

/** Polyfill for browsers before Chrome 135, Firefox 144 and Safari 26.2. */
export function supplyInvokerCommands(): void {
	if (!('commandForElement' in HTMLButtonElement.prototype)) document.addEventListener('click', onClick);
}
