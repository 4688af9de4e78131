import { createContext } from 'react';

/** Suffix of every document title. */
export const SiteName = createContext('');
