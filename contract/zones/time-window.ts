import { z } from 'zod'

const Time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time, such as 08:00')

/** Hours of a route day in the shop's time zone: from '08:00' to '12:00'. */
export const TimeWindow = z
  .object({ from: Time, to: Time })
  .refine(({ from, to }) => from < to, { path: ['to'], message: 'End the window after its start' })
export type TimeWindow = z.infer<typeof TimeWindow>
