/** Whether a click follows a link in this tab: not in a new tab or window, and not as a download. */
import type { MouseEvent } from 'react';

export const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
	button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
