export { deliveryRoutes } from './routes.ts'
export { createScheduleIn } from './write-schedule.ts'
