import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const roots = ['contract', 'server', 'tests', 'scripts', 'web', 'bench', 'simulation', 'drills']

/** Started last, a slow file would run alone at the end. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isSlow = ({ moduleId }: TestSpecification) => /\.slow\.test\.tsx?$/.test(moduleId)
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))]
  }
}

export default defineConfig({
  plugins: [react()],
  resolve: {
    alias: [
      {
        find: /^@node-rs\/argon2$/,
        replacement: join(import.meta.dirname, 'tests/support/passwords/quick-argon2.ts'),
      },
    ],
  },
  test: {
    include: roots.flatMap((root) => [`${root}/**/*.test.ts`, `${root}/**/*.test.tsx`]),
    exclude: ['tests/e2e/**', '**/node_modules/**'],
    environment: 'node',
    globalSetup: './tests/support/global-setup.ts',
    // Native modules and the signals of the crash tests need real processes.
    pool: 'forks',
    // One more than the two cores of a typical machine, because tests often wait for I/O.
    maxWorkers: 3,
    // Test files of one process share loaded modules, which saves loading the server per file. No test
    // stores state in a module.
    isolate: false,
    sequence: { sequencer: SlowFirst },
    // Generous: a timeout should mean a hang, not a busy machine.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    // As for the browser tests, see playwright.config.ts.
    retry: process.env.CI ? 1 : 0,
  },
})
