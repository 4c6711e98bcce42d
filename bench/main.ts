// npm run bench: the product next to its baselines (bench.ts), or with --scale a large database next to a small one.
// Wrong arguments are rejected before the programs are loaded, which takes a second.
import { readBenchOptions } from './options.ts'

if (process.argv.includes('--scale')) await import('./scale/run-scale.ts')
else {
  readBenchOptions()
  await import('./bench.ts')
}
