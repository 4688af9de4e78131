/** Keeps what Node compiles, so that the next start does not strip types and compile again. Loaded before everything else. */
import { enableCompileCache } from 'node:module';
import path from 'node:path';

enableCompileCache(path.resolve(import.meta.dirname, '../../node_modules/.cache/daybill'));
