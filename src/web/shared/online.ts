/** Without React, because the inline script uses it. False on the server, where `onLine` is undefined. */
export const isOffline = (): boolean => navigator.onLine === false;
