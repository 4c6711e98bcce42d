import { z } from 'zod'
import { TruckForm, type TruckShift, type TruckStatus } from '#contract/fleet.ts'
import type { KnownTruck } from '#web/api/adapt/fleet.ts'

const fields = z.object({
  name: z.string(),
  licensePlate: z.string(),
  /** NaN while it is empty. */
  capacity: z.number().or(z.nan()),
  status: TruckForm.shape.status,
  shiftFrom: z.string(),
  shiftTo: z.string(),
  maxTrips: z.string(),
  lunchMinutes: z.string(),
  lunchEarliest: z.string(),
  lunchLatest: z.string(),
})

/** The dialog's fields on one level; an empty one follows the planning settings. */
export const TruckDialogForm = fields.superRefine((values, context) => {
  const parsed = TruckForm.safeParse(toTruckForm(values))
  for (const { path, message } of parsed.error?.issues ?? []) {
    context.addIssue({
      code: 'custom',
      path: [fieldNames[path.join('.')] ?? path[0] ?? 'name'],
      message,
    })
  }
})
export type TruckDialogForm = z.infer<typeof fields>

const fieldNames: Record<string, keyof TruckDialogForm> = {
  'shift.from': 'shiftFrom',
  'shift.to': 'shiftTo',
  'shift.maxTrips': 'maxTrips',
  'shift.lunch.minutes': 'lunchMinutes',
  'shift.lunch.earliest': 'lunchEarliest',
  'shift.lunch.latest': 'lunchLatest',
}

export const emptyShift = {
  shiftFrom: '',
  shiftTo: '',
  maxTrips: '',
  lunchMinutes: '',
  lunchEarliest: '',
  lunchLatest: '',
}

export function toDialogForm(truck: KnownTruck): TruckDialogForm {
  const { from, to, maxTrips, lunch } = truck.shift ?? {}
  return {
    name: truck.name,
    licensePlate: truck.licensePlate,
    capacity: Number(truck.capacity ?? 0),
    status: (truck.status ?? 'available') as TruckStatus,
    shiftFrom: from ?? '',
    shiftTo: to ?? '',
    maxTrips: maxTrips ? String(maxTrips) : '',
    lunchMinutes: lunch ? String(lunch.minutes) : '',
    lunchEarliest: lunch?.earliest ?? '',
    lunchLatest: lunch?.latest ?? '',
  }
}

/** `shift` is left out where there was and is none, because other backends don't have it. */
export function toTruckForm(values: TruckDialogForm, hadShift = false): TruckForm {
  const { name, licensePlate, capacity, status } = values
  const shift = toShift(values)
  const isEmpty = Object.values(shift).every((value) => value === null)
  return {
    name,
    licensePlate,
    capacity,
    ...(status && { status }),
    ...(isEmpty ? hadShift && { shift: null } : { shift }),
  }
}

function toShift(values: TruckDialogForm): TruckShift {
  const { shiftFrom, shiftTo, maxTrips, lunchMinutes, lunchEarliest, lunchLatest } = values
  const hasLunch = lunchMinutes !== '' || lunchEarliest !== '' || lunchLatest !== ''
  return {
    from: shiftFrom || null,
    to: shiftTo || null,
    maxTrips: maxTrips === '' ? null : Number(maxTrips),
    lunch: hasLunch
      ? {
          minutes: lunchMinutes === '' ? Number.NaN : Number(lunchMinutes),
          earliest: lunchEarliest,
          latest: lunchLatest,
        }
      : null,
  }
}

/** '08:00–16:00, 2 trips, lunch 30 min' for the notice that someone else changed it. */
export function shiftText({ shift }: KnownTruck): string {
  if (!shift) return 'none'
  const { from, to, maxTrips, lunch } = shift
  return [
    from || to ? `${from ?? ''}–${to ?? ''}` : '',
    maxTrips ? `${maxTrips} trips` : '',
    lunch ? `lunch ${lunch.minutes} min, ${lunch.earliest}–${lunch.latest}` : '',
  ]
    .filter(Boolean)
    .join(', ')
}
