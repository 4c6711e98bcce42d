import { z } from 'zod'
import { isCalendarDate } from './dates/calendar.ts'
import { amountToCents } from './money.ts'

/** A client may write ids in capitals; they are compared as text, so they are read in small letters. */
export const Id = z.uuid().toLowerCase()

/** PostgreSQL cannot store NUL, and would replace a lone surrogate with another character. */
const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed()

/** Free text, stored byte for byte: never trimmed, never escaped. */
export const Text = (min: number, max: number, message?: string) =>
  z
    .string()
    .min(min, message)
    .max(max, message)
    .refine(isStorable, 'Please remove unsupported characters')

/** Text on one line: it is printed in headers of emails and in page titles. */
export const Line = (min: number, max: number, message: string) =>
  Text(min, max, message).refine(
    (text) => text.trim().length >= min && !/[\p{Cc}\u2028\u2029]/u.test(text),
    message,
  )

export const Email = (message: string) =>
  z.email({ error: ({ input }) => (input === undefined ? undefined : message) }).max(254, message)

export const Frequency = z.enum(['weekly', 'bi-weekly', 'monthly'])
export type Frequency = z.infer<typeof Frequency>

export const DeliveryDate = (message: string) =>
  z.string().min(1, message).refine(isCalendarDate, message).meta({ format: 'date' })

/** An amount from a request, a decimal string or a number; parsed to cents. */
export const Amount = z.union([z.string(), z.number()]).transform((amount, context) => {
  const cents = amountToCents(amount)
  if (cents !== undefined) return cents
  context.addIssue({ code: 'custom', message: 'Please enter an amount, such as 12.34' })
  return z.NEVER
})

/** The format of every amount in a reply: two decimals. */
export const MoneyText = z.string().regex(/^-?\d+\.\d{2}$/)

/** The message for a missing field; the schemas define all other messages. */
export const requiredErrorMap: z.core.$ZodErrorMap = (issue) =>
  issue.input === undefined ? 'Required' : undefined
