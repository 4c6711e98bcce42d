import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')

/** The compile cache that `npm start` uses, so that repeated server starts are faster. */
export const compileCache = {
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'),
}
