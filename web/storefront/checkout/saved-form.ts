import type { DeliveryForm } from '#contract/checkout.ts'
import { isFrequency } from '#web/shared/orders/frequency.ts'

/** What was typed outlives a reload of this tab, and nothing more. Card data never comes here. */
const KEY = 'checkoutForm'

type FormStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const texts = [
  'customerName',
  'customerEmail',
  'customerPhone',
  'deliveryAddress',
  'deliveryCity',
  'deliveryState',
  'deliveryZip',
  'deliveryDate',
] as const satisfies readonly (keyof DeliveryForm)[]

export const deliveryFields: readonly (keyof DeliveryForm)[] = [
  ...texts,
  'isRecurring',
  'recurringFrequency',
]

/** The form as it was left, or empty; a date that has become too early is not offered again. */
export function readSavedForm(earliestDate: string, storage = tabStorage()): DeliveryForm {
  const kept = readStored(storage)
  const form: DeliveryForm = {
    customerName: '',
    customerEmail: '',
    customerPhone: '',
    deliveryAddress: '',
    deliveryCity: '',
    deliveryState: '',
    deliveryZip: '',
    deliveryDate: '',
    isRecurring: kept.isRecurring === true,
  }
  for (const name of texts) {
    const value = kept[name]
    if (typeof value === 'string') form[name] = value
  }
  if (form.deliveryDate < earliestDate) form.deliveryDate = ''
  if (isFrequency(kept.recurringFrequency)) form.recurringFrequency = kept.recurringFrequency
  return form
}

export function saveForm(form: Partial<DeliveryForm>, storage = tabStorage()) {
  try {
    storage?.setItem(KEY, JSON.stringify(form))
  } catch {
    // A full storage only costs the convenience.
  }
}

export function clearSavedForm(storage = tabStorage()) {
  storage?.removeItem(KEY)
}

function readStored(storage: FormStorage | undefined): Record<string, unknown> {
  try {
    const kept: unknown = JSON.parse(storage?.getItem(KEY) ?? '{}')
    return typeof kept === 'object' && kept !== null ? (kept as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** Asking for it throws where the browser forbids storage. */
function tabStorage(): FormStorage | undefined {
  try {
    return globalThis.sessionStorage
  } catch {
    return undefined
  }
}
