import { shopDate } from '#contract/dates/shop-calendar.ts'
import type { Db } from '#server/db/client.ts'
import { type PlannedDelivery, readPlans } from '#server/modules/capacity/index.ts'
import { type PlanDeps, recountPlans } from './update-plans.ts'

type Finding = { rule: 'rule 46'; id: string; what: string }

/**
 * Rule 46: the planned deliveries that take places of a zone on a date are those that the dates of
 * the subscriptions give. Plans that wait for their update are left out.
 */
export async function auditPlans(db: Db, deps: PlanDeps): Promise<Finding[]> {
  const today = shopDate(deps.shop.calendar, deps.clock.now())
  // Without zones they are neither read nor written.
  const stored = deps.shop.hasZones ? await readPlans(db) : undefined
  if (!stored) return []
  const counted = await db.transaction((tx) => recountPlans(tx, deps, stored.outdated))
  const toKeys = (plans: readonly PlannedDelivery[]) =>
    new Set(
      plans
        .filter(({ date }) => date >= today && date <= stored.until)
        .map(
          ({ subscriptionId, cycle, date, zip, bottles }) =>
            `${subscriptionId} cycle ${cycle}: ${bottles} bottles on ${date} in ${zip}`,
        ),
    )
  const [expected, found] = [toKeys(counted), toKeys(stored.plans)]
  const only = (keys: Set<string>, others: Set<string>, what: string) =>
    [...keys]
      .filter((key) => !others.has(key))
      .map((key) => {
        const [id = '', ...rest] = key.split(': ')
        return { rule: 'rule 46' as const, id, what: `${rest.join(': ')} ${what}` }
      })
  return [
    ...only(expected, found, 'take no place of the zone'),
    ...only(found, expected, 'take a place, but are not due then'),
  ]
}
