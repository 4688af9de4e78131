/** What a live service does, according to recorded responses. */
import { flagsAbsent, imagesHaveUnderscores, textsAreHtml } from './events.ts';
import type { Lawful } from './lawful.ts';
import { errorsOfLiveService, headersInLowerCase, tokenReadsQuery } from './wire.ts';

export const recorded: readonly Lawful[] = [
	...[flagsAbsent, textsAreHtml, imagesHaveUnderscores],
	...[errorsOfLiveService, headersInLowerCase, tokenReadsQuery],
];
