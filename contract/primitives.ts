import { z } from 'zod'
import { isCalendarDate } from './dates/calendar.ts'
import { amountToCents } from './money.ts'

export const Id = z.uuid()

/** PostgreSQL cannot hold NUL, and a lone surrogate would come back as another character. */
const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed()

/** Free text, kept byte for byte: never trimmed, never escaped. */
export const Text = (min: number, max: number, message?: string) =>
  z
    .string()
    .min(min, message)
    .max(max, message)
    .refine(isStorable, 'Please remove unsupported characters')

export const Email = (message: string) =>
  z.email({ error: ({ input }) => (input === undefined ? undefined : message) }).max(254, message)

export const Frequency = z.enum(['weekly', 'bi-weekly', 'monthly'])
export type Frequency = z.infer<typeof Frequency>

export const DeliveryDate = (message: string) =>
  z.string().min(1, message).refine(isCalendarDate, message).meta({ format: 'date' })

/** An amount as it comes over the wire, a decimal string or a number, read as cents. */
export const Amount = z.union([z.string(), z.number()]).transform((amount, context) => {
  const cents = amountToCents(amount)
  if (cents !== undefined) return cents
  context.addIssue({ code: 'custom', message: 'Please enter an amount, such as 12.34' })
  return z.NEVER
})

/** Two decimals, as every amount leaves the server. */
export const MoneyText = z.string().regex(/^-?\d+\.\d{2}$/)

/** The words for a field that is not there at all; the schemas speak for every other case. */
export const requiredErrorMap: z.core.$ZodErrorMap = (issue) =>
  issue.input === undefined ? 'Required' : undefined
