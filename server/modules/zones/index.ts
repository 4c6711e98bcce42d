export { deliveryDateRoutes, staffZoneRoutes } from './routes.ts'
