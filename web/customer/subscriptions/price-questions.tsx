import { useQuery } from '@tanstack/react-query'
import { subscriptionsQuery } from '#web/api/subscriptions.ts'
import { PriceChanges } from './price-changes.tsx'

/** Price increases that wait for an answer, of all subscriptions. */
export function PriceQuestions() {
  const { data: subscriptions } = useQuery(subscriptionsQuery)
  return subscriptions?.map((subscription) => (
    <PriceChanges key={subscription.id} subscription={subscription} onlyOpen />
  ))
}
