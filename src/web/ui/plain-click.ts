/** Whether a click on a link opens it here: not in a new tab or window, and not as a download. */
export const isPlainClick = ({
	button,
	metaKey,
	ctrlKey,
	shiftKey,
	altKey,
}: Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>): boolean =>
	button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
