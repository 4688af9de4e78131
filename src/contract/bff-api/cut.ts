/** Lists carry the full text of each event: 108 KB for 20 events of a live service. The BFF's lists leave it out (design §10). */

/** Fields that the BFF's list responses leave out of each event. */
export const cutFields = ['content', 'album', 'adapt_url', 'alt'] as const;

/** Header of a response whose events were cut; its value names the fields. */
export const cutHeader = 'X-Daybill-Cut';
