export {
  addExceptions,
  readZones,
  removeExceptions,
  zoneNames,
} from './change-exceptions.ts'
export {
  findException,
  findZoneByZip,
  listZones,
  readZoneCalendars,
  type ServedZone,
} from './queries.ts'
export { staffZoneRoutes } from './routes.ts'
