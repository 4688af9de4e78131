/** Telling a press that follows a link here from one that asks for a new tab, a window or a download. */
import type { MouseEvent } from 'react';

export const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
	button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
