import { createContext } from 'react';

/** Name of the site, which every title of a document ends with. */
export const SiteName = createContext('');
