import { defineConfig } from '@playwright/test'

const port = Number(process.env.E2E_PORT ?? 4317)

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.e2e.ts',
  // One more than the two cores of a typical machine, because tests often wait for I/O.
  workers: 3,
  fullyParallel: true,
  timeout: 240_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  // CI machines are shared, so a test may time out there, and one that stands still for a minute
  // fails a retry as well. A test that passes only on its retry is reported as flaky and has to be
  // fixed.
  retries: process.env.CI ? 2 : 0,
  use: {
    baseURL: `http://localhost:${port}`,
    // Differs from the shop's time zone: delivery dates must not depend on the buyer's zone.
    timezoneId: 'Asia/Tokyo',
    locale: 'en-US',
    // Most tests wait for dialogs to open and close.
    reducedMotion: 'reduce',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell',
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
  webServer: {
    command: 'exec node tests/support/e2e/serve.ts',
    url: `http://localhost:${port}/api/products`,
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    env: {
      PORT: String(port),
      SHOP_TIME_ZONE: 'America/New_York',
      RATE_LIMIT_SCALE: '100',
      LOG_LEVEL: 'warn',
    },
  },
})
