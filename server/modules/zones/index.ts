export {
  addExceptions,
  readZones,
  removeExceptions,
  zoneNames,
} from './change-exceptions.ts'
export {
  findException,
  findZoneByZip,
  listNamedZones,
  type NamedZone,
  readZoneCalendars,
} from './queries.ts'
export { staffZoneRoutes } from './routes.ts'
export { assertOfferedWindow, keepWindow, lostWindows } from './windows.ts'
