/** What the expensive service has, for the service itself and for the requests about it. */

export const cities = 600;
/** Events of each city. */
export const events = 5_000;

/** Who signs in, whoever signs in. */
export const userId = '7';

/** Files that the service has as images. */
export const imageFiles = ['bomb.png', 'bomb.webp', 'bomb.avif', 'bomb.gif', 'noise.jpg'] as const;
