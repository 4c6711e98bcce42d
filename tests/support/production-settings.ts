import { ConfigError, readConfig } from '#server/config/config.ts'

/** Everything a shop must say outright before it starts in production; its cards are the sandbox's. */
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

/** The line with which these settings are refused, or 'accepted'. */
export function readConfigError(env: Record<string, string>): string {
  try {
    readConfig(env)
    return 'accepted'
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.message
  }
}
