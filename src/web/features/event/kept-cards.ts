/** Which cards of its lists a page had in the document, by step of the history. */
import type { CSSProperties } from 'react';

export interface CardsInDocument {
	from: number;
	/** The first that is not there any more; undefined when all following ones are. */
	to?: number | undefined;
	/** Of the list: the space for what is missing. Absent when the whole list is in the document. */
	style?: CSSProperties;
}

export const allCards: CardsInDocument = { from: 0 };

/** By step and list: going back shows the same cards again, and never all of them. */
export const keptCards = new Map<string, CardsInDocument>();
