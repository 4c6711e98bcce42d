export { type CapacityDeps, listOpenDates } from './list-open-dates.ts'
export { assertDateOpen, type Place, takePlace, takePlaceAgain, toPlace } from './take-place.ts'
