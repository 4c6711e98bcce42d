// npm run bench: the product next to its baselines (bench.ts), or with --scale a large database next to a small one.
await import(process.argv.includes('--scale') ? './scale/run-scale.ts' : './bench.ts')
