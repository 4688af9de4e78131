/** Header of the developers' console: `anonymous` calls without a token, `session` with the user's token. */
export const directHeader = 'X-Daybill-Direct';

/** `state` of the quick start's authorization URL: the callback page then shows the code instead of using it. */
export const quickStartState = 'quick-start';
