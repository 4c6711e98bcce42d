// npm run bench: the product next to its baselines (bench.ts), or with --scale a large database next to a small one.
if (process.argv.includes('--scale')) await import('./scale/run-scale.ts')
else await import('./bench.ts')
