import { z } from 'zod'
import { parsePlace, placeText } from '#contract/points/parse-place.ts'
import { type DeliveryPoint, PointForm } from '#contract/points/points.ts'
import { TimeWindow } from '#contract/zones/time-window.ts'
import { sourceLabels } from './place-labels.ts'

const { gateCode, instructions, notes } = PointForm.required().shape

/** The fields of the form as they are typed. */
export const PointValues = z.object({
  pin: z
    .string()
    .refine(
      (text) => text.trim() === '' || parsePlace(text) !== undefined,
      'Enter latitude and longitude, such as 41.93, -74.02',
    ),
  isLearnedUsed: z.boolean(),
  gateCode,
  instructions,
  notes,
  openingHours: z.array(TimeWindow),
  extraMinutes: z.string().regex(/^(\d{1,2}|1[01]\d|120)?$/, 'Enter minutes from 0 to 120'),
})
export type PointValues = z.infer<typeof PointValues>

export const toValues = (point: DeliveryPoint): PointValues => ({
  pin: point.place && point.placeSource === 'pin' ? placeText(point.place) : '',
  isLearnedUsed: point.isLearnedUsed,
  gateCode: point.gateCode ?? '',
  instructions: point.instructions ?? point.guestInstructions ?? '',
  notes: point.notes ?? '',
  openingHours: point.openingHours,
  extraMinutes: point.extraMinutes === 0 ? '' : String(point.extraMinutes),
})

export function toForm(values: PointValues): PointForm {
  const { pin, extraMinutes, ...texts } = values
  return { ...texts, pin: parsePlace(pin) ?? null, extraMinutes: Number(extraMinutes) }
}

/** Fields that someone else may have changed in the meantime. */
export const toDisplayFields = (point: DeliveryPoint) => ({
  Place: sourceLabels[point.placeSource] + (point.place ? `, ${placeText(point.place)}` : ''),
  'Learned place': point.learned ? (point.isLearnedUsed ? 'Used' : 'Not used') : '',
  'Gate code': point.gateCode ?? '',
  Instructions: point.instructions ?? point.guestInstructions ?? '',
  Notes: point.notes ?? '',
  'Opening hours': hoursText(point.openingHours),
  'Extra minutes': String(point.extraMinutes),
})

export const hoursText = (hours: DeliveryPoint['openingHours']): string =>
  hours.map(({ from, to }) => `${from}–${to}`).join(', ')
