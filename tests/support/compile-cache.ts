import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')

/** For processes of ours: what `npm start` gives the server, so that a second start reads less. */
export const compileCache = {
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'),
}
