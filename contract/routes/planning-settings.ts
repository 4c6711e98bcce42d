import { z } from 'zod'
import { Zip } from '../zones/zones.ts'

const number = (min: number, max: number, message: string) =>
  z.number(message).min(min, message).max(max, message)

const Time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time, such as 08:00')

/** Cost of one minute, one truck or one stop in a plan, in minutes of driving (rule 51). */
const PlanWeights = z.object({
  driving: number(0, 100, 'Enter a number from 0 to 100'),
  waiting: number(0, 100, 'Enter a number from 0 to 100'),
  overtime: number(0, 100, 'Enter a number from 0 to 100'),
  lateness: number(0, 100, 'Enter a number from 0 to 100'),
  truckUsed: number(0, 10_000, 'Enter a number from 0 to 10,000'),
  otherTruck: number(0, 10_000, 'Enter a number from 0 to 10,000'),
})

export const PlanningSettings = z.object({
  /** Where the trucks are loaded; without either, the first zone or delivery of the day counts. */
  depotZip: Zip.nullable(),
  depotPlace: z
    .object({
      lat: number(-90, 90, 'Enter a latitude from -90 to 90'),
      lon: number(-180, 180, 'Enter a longitude from -180 to 180'),
    })
    .nullable(),
  /** Also the shift of trucks that have none of their own. */
  opens: Time,
  closes: Time,
  reloadMinutes: number(0, 240, 'Enter a number of minutes up to 240'),
  milesPerHour: number(1, 100, 'Enter a speed from 1 to 100 mph'),
  secondsPerStop: number(0, 3_600, 'Enter a number of seconds up to 3,600'),
  secondsPerBottle: number(0, 600, 'Enter a number of seconds up to 600'),
  weights: PlanWeights,
})
export type PlanningSettings = z.infer<typeof PlanningSettings>

export const defaultPlanning: PlanningSettings = {
  depotZip: null,
  depotPlace: null,
  opens: '08:00',
  closes: '18:00',
  reloadMinutes: 20,
  milesPerHour: 30,
  secondsPerStop: 240,
  secondsPerBottle: 20,
  weights: { driving: 1, waiting: 1, overtime: 2, lateness: 5, truckUsed: 60, otherTruck: 10 },
}

export const CLOSES_MESSAGE = 'Close after the opening time'

/** Some of the settings; the stored ones stay for the rest. */
export const PlanningChange = PlanningSettings.extend({ weights: PlanWeights.partial() })
  .partial()
  .refine(({ opens, closes }) => !opens || !closes || opens < closes, {
    path: ['closes'],
    message: CLOSES_MESSAGE,
  })
export type PlanningChange = z.infer<typeof PlanningChange>

/** Stored settings have only what the owner changed. */
export const readPlanning = (stored: PlanningChange | null | undefined): PlanningSettings => ({
  ...defaultPlanning,
  ...stored,
  weights: { ...defaultPlanning.weights, ...stored?.weights },
})

/** As the activity log shows it. */
export function planningText(planning: PlanningSettings): string {
  const { depotZip, depotPlace, opens, closes, weights } = planning
  const depot = depotPlace ? `${depotPlace.lat}, ${depotPlace.lon}` : (depotZip ?? 'not set')
  return [
    `Depot ${depot}`,
    `open ${opens}–${closes}`,
    `reload ${planning.reloadMinutes} min`,
    `${planning.milesPerHour} mph`,
    `${planning.secondsPerStop} s per stop`,
    `${planning.secondsPerBottle} s per bottle`,
    ...Object.entries(weights).map(([name, weight]) => `${name} ${weight}`),
  ].join(', ')
}
