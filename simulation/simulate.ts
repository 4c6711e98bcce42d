// npm run simulate: wrong arguments are rejected before the whole shop is loaded, which takes seconds.
import { readSimulateOptions } from './options.ts'

readSimulateOptions()
await import('./selection.ts')
await import('./run-simulation.ts')
