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
    // More than the two cores that the tests are to run well on: each waits now and then.
    maxWorkers: 3,
    // The files of a process share its modules, or each would read the whole server anew; none of
    // them keeps anything in a module.
    isolate: false,
    // Generous: they tell of something that hangs, not of a machine that is busy.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // As for the journeys, see playwright.config.ts.
    retry: process.env.CI ? 1 : 0,
  },
})
