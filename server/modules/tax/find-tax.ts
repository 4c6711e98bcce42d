import { and, eq, inArray, or } from 'drizzle-orm'
import type { CalendarDate } from '#contract/dates/calendar.ts'
import type { TaxRate } from '#contract/tax.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { type Params, preparedStatement } from '#server/db/prepared-statement.ts'
import { isExemptOn, rateOn, toPlace } from './rules.ts'
import { taxExemptions, taxRates } from './tables.ts'

type Place = { zip: string; state: string }

const selectRates = preparedStatement((db, param: Params<Place>) =>
  db
    .select({
      scope: taxRates.scope,
      ratePpm: taxRates.ratePpm,
      validFrom: taxRates.validFrom,
      endsOn: taxRates.endsOn,
    })
    .from(taxRates)
    .where(
      or(
        and(eq(taxRates.scope, 'zip'), eq(taxRates.value, param('zip'))),
        and(eq(taxRates.scope, 'state'), eq(taxRates.value, param('state'))),
      ),
    ),
)

const selectExemption = preparedStatement((db, param: Params<{ customerId: string }>) =>
  db
    .select({ expiresOn: taxExemptions.expiresOn })
    .from(taxExemptions)
    .where(eq(taxExemptions.customerId, param('customerId'))),
)

export type TaxedAddress = {
  deliveryState: string
  deliveryZip: string
  /** Only a customer who is known to be the buyer can be exempt, not a typed email address. */
  customerId: string | null | undefined
}

/** The tax of deliveries to an address by their date. Reads nothing while the shop charges no tax. */
export async function findTax(
  db: DbOrTx,
  shop: { chargesTax: boolean },
  { customerId, ...address }: TaxedAddress,
): Promise<(date: CalendarDate) => TaxRate | undefined> {
  if (!shop.chargesTax) return () => undefined
  const rates = await selectRates(db, toPlace(address))
  const [exemption] = customerId ? await selectExemption(db, { customerId }) : []
  return (date) => (isExemptOn(exemption?.expiresOn, date) ? undefined : rateOn(rates, date))
}

type TaxOn = (address: TaxedAddress, date: CalendarDate) => TaxRate | undefined

/** Finds the tax of a list of addresses in two queries. */
export async function findTaxes(
  db: DbOrTx,
  shop: { chargesTax: boolean },
  addresses: readonly TaxedAddress[],
): Promise<TaxOn> {
  if (!shop.chargesTax || addresses.length === 0) return () => undefined
  const places = addresses.map(toPlace)
  const isIn = (scope: 'zip' | 'state', values: string[]) =>
    and(eq(taxRates.scope, scope), inArray(taxRates.value, [...new Set(values)]))
  const rates = await db
    .select()
    .from(taxRates)
    .where(
      or(
        isIn(
          'zip',
          places.map(({ zip }) => zip),
        ),
        isIn(
          'state',
          places.map(({ state }) => state),
        ),
      ),
    )
  const customerIds = addresses.flatMap(({ customerId }) => (customerId ? [customerId] : []))
  const exemptions = new Map(
    (
      await db.select().from(taxExemptions).where(inArray(taxExemptions.customerId, customerIds))
    ).map(({ customerId, expiresOn }) => [customerId, expiresOn]),
  )
  return (address, date) => {
    if (isExemptOn(exemptions.get(address.customerId ?? ''), date)) return undefined
    const place = toPlace(address)
    return rateOn(
      rates.filter(({ scope, value }) => place[scope] === value),
      date,
    )
  }
}
