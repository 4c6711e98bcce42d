import { quickenResolution } from './quick-resolution.ts'

quickenResolution()
// Not a static import: those are resolved before the first line runs.
await import('./serve.ts')
