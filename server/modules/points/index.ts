export { exportPoints } from './export-points.ts'
export { type DeliveryPlace, readPlaces } from './read-places.ts'
export { type LatLon, zipPlace } from './zip-places.ts'
