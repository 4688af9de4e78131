/** Header of a response that the service worker kept from an earlier call, since the server cannot be reached now. */
export const keptHeader = 'daybill-kept';
