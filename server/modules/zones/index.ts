export { findZoneByZip, listZones, readHasZones, type ServedZone } from './queries.ts'
export { staffZoneRoutes } from './routes.ts'
