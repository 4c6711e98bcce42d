import { z } from 'zod'
import { type RouteDay, type Zone, ZoneForm } from '#contract/zones/zones.ts'

/** Fields of a route day as the form's controls have them: text, and empty if not set. */
const RouteDayValues = z.object({
  weekday: z.string(),
  everyWeeks: z.string(),
  from: z.string(),
  validFrom: z.string(),
  validUntil: z.string(),
  truckId: z.string(),
  windows: z.array(z.object({ from: z.string(), to: z.string() })),
  capacity: z.string(),
  lastOrderHour: z.string(),
})
export type RouteDayValues = z.infer<typeof RouteDayValues>

/** The zone as the form has it; checked as the request that it becomes. */
export const ZoneValues = z
  .object({ name: z.string(), zips: z.string(), routeDays: z.array(RouteDayValues) })
  .superRefine((values, context) => {
    const form = toZoneForm(values)
    for (const { path, message } of ZoneForm.safeParse(form).error?.issues ?? []) {
      const [field, index] = path
      const isZip = field === 'zips' && typeof index === 'number'
      const text = isZip ? `${form.zips[index]} isn't a ZIP code. ${message}.` : message
      context.addIssue({ code: 'custom', path: isZip ? ['zips'] : path, message: text })
    }
  })
export type ZoneValues = z.infer<typeof ZoneValues>

/** Select options have no empty value. */
export const NONE = 'none'

const numberOrNull = (text: string) => (text === '' || text === NONE ? null : Number(text))

/** ZIP codes from a list, a column of a spreadsheet or a file: whatever is between separators. */
export const splitZips = (text: string): string[] =>
  text.split(/[\s,;"']+/).filter((zip) => zip !== '')

export const toZoneForm = ({ name, zips, routeDays }: ZoneValues) => ({
  name: name.trim(),
  zips: splitZips(zips),
  routeDays: routeDays.map((day) => ({
    weekday: Number(day.weekday),
    everyWeeks: Number(day.everyWeeks),
    from: day.from,
    validFrom: day.validFrom || null,
    validUntil: day.validUntil || null,
    truckId: day.truckId === NONE ? null : day.truckId,
    windows: day.windows,
    capacity: numberOrNull(day.capacity),
    lastOrderHour: numberOrNull(day.lastOrderHour),
  })),
})

const toRouteDayValues = (day: RouteDay): RouteDayValues => ({
  weekday: String(day.weekday),
  everyWeeks: String(day.everyWeeks),
  from: day.from,
  validFrom: day.validFrom ?? '',
  validUntil: day.validUntil ?? '',
  truckId: day.truckId ?? NONE,
  windows: day.windows ?? [],
  capacity: day.capacity == null ? '' : String(day.capacity),
  lastOrderHour: day.lastOrderHour == null ? NONE : String(day.lastOrderHour),
})

export const newRouteDay = (today: string): RouteDayValues =>
  toRouteDayValues({ weekday: 1, everyWeeks: 1, from: today })

export const toZoneValues = (zone: Zone | undefined): ZoneValues => ({
  name: zone?.name ?? '',
  zips: zone?.zips.join(', ') ?? '',
  routeDays: zone?.routeDays.map(toRouteDayValues) ?? [],
})
