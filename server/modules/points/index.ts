export { exportPoints } from './export-points.ts'
export { readPlaces } from './read-places.ts'
export { zipPlace } from './zip-places.ts'
