export { type CapacityDeps, listOpenDates } from './list-open-dates.ts'
export {
  markPlanned,
  OUTLOOK_DAYS,
  outdatedPlans,
  type PlannedDelivery,
  readPlans,
  renewPlanState,
  replacePlans,
} from './plans.ts'
export { readOutlook } from './read-outlook.ts'
export {
  assertDateOpen,
  renewReservation,
  reserveMore,
  reserveMovedPlace,
  reservePlace,
  toPlace,
} from './reserve-place.ts'
export { warnAboutDate } from './warn-about-date.ts'
