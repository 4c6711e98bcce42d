import { z } from 'zod'
import {
  CLOSES_MESSAGE,
  defaultPlanning,
  PlanningSettings,
} from '#contract/routes/planning-settings.ts'
import type { Settings } from '#contract/staff/settings.ts'
import { timeText } from '#contract/zones/window-text.ts'
import type { DisplayFields } from '#web/admin/form/changed-fields.ts'

const { depotZip, depotPlace, weights, ...plain } = PlanningSettings.shape

const isEmptyOr = (schema: z.ZodType, read: (text: string) => unknown) => (text: string) =>
  text.trim() === '' || schema.safeParse(read(text)).success

/** The settings on one level, with an empty text for what is not set. */
export const PlanningForm = z
  .object({
    depotZip: z.string().refine(
      isEmptyOr(depotZip, (text) => text),
      'Enter a ZIP code of five digits',
    ),
    depotPlace: z
      .string()
      .refine(
        isEmptyOr(depotPlace, readPlace),
        'Enter latitude and longitude, such as 41.9270, -73.9974',
      ),
    ...plain,
    ...weights.shape,
  })
  .refine(({ opens, closes }) => opens < closes, { path: ['closes'], message: CLOSES_MESSAGE })
export type PlanningForm = z.infer<typeof PlanningForm>

/** Maps copy a place as '41.927, -73.9974'. */
function readPlace(text: string): { lat: number; lon: number } | undefined {
  const parts = text.trim().split(/[,;\s]+/)
  const [lat = Number.NaN, lon = Number.NaN] = parts.map((part) =>
    part === '' ? Number.NaN : Number(part),
  )
  return parts.length === 2 ? { lat, lon } : undefined
}

export function toPlanningForm(planning: PlanningSettings): PlanningForm {
  const { depotPlace: place, weights: costs, ...rest } = planning
  return {
    ...rest,
    ...costs,
    depotZip: rest.depotZip ?? '',
    depotPlace: place ? `${place.lat}, ${place.lon}` : '',
  }
}

export function fromPlanningForm(form: PlanningForm): PlanningSettings {
  const { driving, waiting, overtime, lateness, truckUsed, otherTruck, ...rest } = form
  return {
    ...rest,
    depotZip: form.depotZip.trim() || null,
    depotPlace: readPlace(form.depotPlace) ?? null,
    weights: { driving, waiting, overtime, lateness, truckUsed, otherTruck },
  }
}

export const readPlanningForm = ({ routing }: Pick<Settings, 'routing'>): PlanningForm =>
  toPlanningForm(routing)

const defaults = toPlanningForm(defaultPlanning)

type PlanningField = {
  name: keyof PlanningForm
  label: string
  hint: string
  type: 'text' | 'time' | 'number'
}

type PlanningGroup = { legend: string; text?: string; fields: readonly PlanningField[] }

export const planningGroups: readonly PlanningGroup[] = [
  {
    legend: 'Depot',
    text: 'Where trucks are loaded. Without a place or ZIP code, plans start in your first zone.',
    fields: [
      {
        name: 'depotZip',
        label: 'Depot ZIP code',
        hint: 'Its center counts as the depot.',
        type: 'text',
      },
      {
        name: 'depotPlace',
        label: 'Depot place on the map',
        hint: 'Latitude and longitude. More accurate than the ZIP code. Optional.',
        type: 'text',
      },
      {
        name: 'opens',
        label: 'Depot opens',
        hint: 'Trucks without a shift of their own start then, too.',
        type: 'time',
      },
      {
        name: 'closes',
        label: 'Depot closes',
        hint: 'Trucks are back by then, or it counts as overtime.',
        type: 'time',
      },
      {
        name: 'reloadMinutes',
        label: 'Minutes to reload',
        hint: 'Between two trips of a truck.',
        type: 'number',
      },
    ],
  },
  {
    legend: 'Driving and stops',
    fields: [
      {
        name: 'milesPerHour',
        label: 'Average speed in mph',
        hint: 'Used for straight distances with 30% added.',
        type: 'number',
      },
      {
        name: 'secondsPerStop',
        label: 'Seconds per stop',
        hint: 'Parking, walking and paperwork.',
        type: 'number',
      },
      {
        name: 'secondsPerBottle',
        label: 'Seconds per bottle',
        hint: 'On top of that, for each bottle.',
        type: 'number',
      },
    ],
  },
  {
    legend: 'What plans avoid',
    text: 'Costs in minutes of driving. A higher number is avoided more.',
    fields: [
      { name: 'driving', label: 'Minute of driving', hint: '', type: 'number' },
      { name: 'waiting', label: 'Minute of waiting', hint: '', type: 'number' },
      { name: 'overtime', label: 'Minute of overtime', hint: '', type: 'number' },
      { name: 'lateness', label: 'Minute late for a window', hint: '', type: 'number' },
      { name: 'truckUsed', label: 'Each truck used', hint: '', type: 'number' },
      {
        name: 'otherTruck',
        label: 'Stop that changes its usual truck',
        hint: '',
        type: 'number',
      },
    ],
  },
]

/** 'Between two trips of a truck. Default: 20', with a time as in the field: '8:00 AM' */
export function fieldHint({ name, hint, type }: PlanningField): string {
  const value = type === 'time' ? timeText(String(defaults[name])) : defaults[name]
  return [hint, value === '' ? '' : `Default: ${value}`].filter(Boolean).join(' ')
}

export const planningDefaults = defaults

export const planningDisplayFields = (settings: Settings): DisplayFields => {
  const values = readPlanningForm(settings)
  return Object.fromEntries(
    planningGroups.flatMap(({ fields }) =>
      fields.map(({ name, label }) => [label, String(values[name])]),
    ),
  )
}
