/** For a URL that changes with what it stands for. */
export const keptForAYear = 'public, max-age=31536000, immutable';
