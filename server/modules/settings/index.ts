export { ensureSettings, type InitialSettings } from './ensure-settings.ts'
export { createShop, type LiveShop, openLiveShop } from './live-shop.ts'
export { readSettings } from './read-settings.ts'
export { settingsRoutes } from './routes.ts'
