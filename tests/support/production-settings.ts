import { ConfigError, readConfig } from '#server/config/config.ts'

/** All settings required in production; cards are handled by the sandbox. */
export const productionSettings = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://shop.test',
  TRUST_PROXY: '0',
  SHOP_TIME_ZONE: 'America/New_York',
  PAYMENTS: 'sandbox',
  SMTP_URL: 'smtps://mail.example',
  ADMIN_EMAIL: 'owner@water.example',
  ADMIN_PASSWORD: 'a-long-password',
}

/** Returns the error message for these settings, or 'accepted'. */
export function readConfigError(env: Record<string, string>): string {
  try {
    readConfig(env)
    return 'accepted'
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.message
  }
}
