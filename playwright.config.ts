import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'

const port = Number(process.env.E2E_PORT ?? 4317)
// Set once by the parent; the workers read the configuration too and must not draw another.
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'carboy-e2e-'))

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '*.e2e.ts',
  workers: 2,
  fullyParallel: true,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  use: {
    baseURL: `http://localhost:${port}`,
    // Delivery dates must hold wherever the buyer is: not the shop's zone.
    timezoneId: 'Asia/Tokyo',
    locale: 'en-US',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
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
    command: 'node server/main.ts',
    url: `http://localhost:${port}/api/products`,
    timeout: 60_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    env: {
      PORT: String(port),
      DATA_DIR: process.env.E2E_DATA_DIR,
      SHOP_TIME_ZONE: 'America/New_York',
      RATE_LIMIT_SCALE: '100',
      LOG_LEVEL: 'warn',
    },
  },
})
