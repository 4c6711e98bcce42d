import { useQuery } from '@tanstack/react-query'
import { creditToUse } from '#contract/credit-use.ts'
import { amountToCents } from '#contract/money.ts'
import { creditQuery } from '#web/api/credit.ts'
import { pageData } from '#web/api/page-data.ts'
import { sessionQuery } from '#web/api/session.ts'

type CheckoutCredit = { email: string; totalCents: number; isRecurring: boolean }

/**
 * Rule 43: the account credit that pays for this order. Only a browser with a session asks for it,
 * and only an order of the account's own email address gets it.
 */
export function useCheckoutCredit({ email, totalCents, isRecurring }: CheckoutCredit): number {
  // An order that was placed and declined keeps its credit reserved, so the balance is not read again.
  const options = { enabled: pageData().hasSession === true, staleTime: Number.POSITIVE_INFINITY }
  const { data: session } = useQuery({ ...sessionQuery, ...options })
  const { data: credit } = useQuery({ ...creditQuery, ...options })
  const availableCents = amountToCents(credit?.balance ?? '') ?? 0
  const ownEmail = session?.user.email
  if (!ownEmail || ownEmail.toLowerCase() !== email.trim().toLowerCase()) return 0
  return creditToUse({ totalCents, availableCents, needsCard: isRecurring })
}
