export { deliveryRoutes } from './routes.ts'
export { needsTruck, schedulesOfOrder } from './schedules.ts'
export { createScheduleIn, deleteScheduleIn } from './write-schedule.ts'
