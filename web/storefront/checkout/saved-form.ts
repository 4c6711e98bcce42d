import type { DeliveryForm } from '#contract/checkout.ts'
import { isFrequency } from '#web/shared/orders/frequency.ts'

/** Session storage: form input survives a reload of this tab. Card data is never stored. */
const KEY = 'checkoutForm'

type FormStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const textFields = [
  'customerName',
  'customerEmail',
  'customerPhone',
  'deliveryAddress',
  'deliveryCity',
  'deliveryState',
  'deliveryZip',
  'deliveryDate',
  'deliveryInstructions',
] as const satisfies readonly (keyof DeliveryForm)[]

/** Returns the saved form, or an empty one. A date that is now too early is dropped. */
export function readSavedForm(earliestDate: string, storage = tabStorage()): DeliveryForm {
  const stored = readStored(storage)
  const form: DeliveryForm = {
    customerName: '',
    customerEmail: '',
    customerPhone: '',
    deliveryAddress: '',
    deliveryCity: '',
    deliveryState: '',
    deliveryZip: '',
    deliveryDate: '',
    deliveryInstructions: '',
    isRecurring: stored.isRecurring === true,
  }
  for (const name of textFields) {
    const value = stored[name]
    if (typeof value === 'string') form[name] = value
  }
  if (form.deliveryDate < earliestDate) form.deliveryDate = ''
  if (isFrequency(stored.recurringFrequency)) form.recurringFrequency = stored.recurringFrequency
  return form
}

export function saveForm(form: Partial<DeliveryForm>, storage = tabStorage()) {
  try {
    storage?.setItem(KEY, JSON.stringify(form))
  } catch {
    // If storage is full, the form is just not saved.
  }
}

export function clearSavedForm(storage = tabStorage()) {
  storage?.removeItem(KEY)
}

function readStored(storage: FormStorage | undefined): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(storage?.getItem(KEY) ?? '{}')
    return typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** Accessing storage throws if the browser blocks it. */
function tabStorage(): FormStorage | undefined {
  try {
    return globalThis.sessionStorage
  } catch {
    return undefined
  }
}
