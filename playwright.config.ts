import { defineConfig } from '@playwright/test'

const port = Number(process.env.E2E_PORT ?? 4317)

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.e2e.ts',
  // More than the two cores that the tests are to run well on: each waits now and then.
  workers: 3,
  fullyParallel: true,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  // A machine of the CI is shared, and a journey may lose a race with the clock there. One that passes
  // only the second time is named at the end: that is a fault to be mended, not a pass.
  retries: process.env.CI ? 1 : 0,
  use: {
    baseURL: `http://localhost:${port}`,
    // Delivery dates must hold wherever the buyer is: not the shop's zone.
    timezoneId: 'Asia/Tokyo',
    locale: 'en-US',
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
    timeout: 60_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    env: {
      PORT: String(port),
      SHOP_TIME_ZONE: 'America/New_York',
      RATE_LIMIT_SCALE: '100',
      LOG_LEVEL: 'warn',
    },
  },
})
