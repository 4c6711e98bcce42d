export { cancelPendingStops } from './cancel-pending-stops.ts'
export { dispatchRoutes } from './routes.ts'
export { getOrderSchedules, needsTruck } from './schedules.ts'
export { createScheduleInTx, deleteScheduleInTx, lockOrdersOfSchedules } from './write-schedule.ts'
