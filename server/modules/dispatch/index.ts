export { takeOffPlan } from './follow-delivery.ts'
export { dispatchRoutes } from './routes.ts'
export { needsTruck, schedulesOfOrder } from './schedules.ts'
export { createScheduleIn, deleteScheduleIn, lockOrdersOf } from './write-schedule.ts'
