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
    // Generous: they tell of something that hangs, not of a machine that is busy.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // As for the journeys, see playwright.config.ts.
    retry: process.env.CI ? 1 : 0,
  },
})
