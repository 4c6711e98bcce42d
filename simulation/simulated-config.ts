import { type Config, readConfig } from '#server/config/config.ts'

export const simulatedConfig = (databaseUrl: string, timeZone: string): Config =>
  readConfig({
    PUBLIC_URL: 'http://shop.test',
    SHOP_TIME_ZONE: timeZone,
    SEED: 'empty',
    LOG_LEVEL: 'silent',
    DATABASE_URL: databaseUrl,
  })
