import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const everywhere = ['contract', 'server', 'tests', 'scripts', 'web', 'bench', 'simulation']

export default defineConfig({
  plugins: [react()],
  test: {
    include: everywhere.flatMap((root) => [`${root}/**/*.test.ts`, `${root}/**/*.test.tsx`]),
    exclude: ['tests/e2e/**', '**/node_modules/**'],
    environment: 'node',
    globalSetup: './tests/support/global-setup.ts',
    // Real processes: native modules and the signals of the crash tests need them.
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
})
