export { readHasZones } from './queries.ts'
export { deliveryDateRoutes, staffZoneRoutes } from './routes.ts'
