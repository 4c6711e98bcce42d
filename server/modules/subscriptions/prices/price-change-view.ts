import { and, asc, eq, gte, inArray, or } from 'drizzle-orm'
import type { CalendarDate } from '#contract/dates/calendar.ts'
import { centsToText } from '#contract/money.ts'
import type { PriceChange } from '#contract/subscriptions/price-changes.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { products } from '#server/modules/catalog/tables.ts'
import { priceQuestions, subscriptions } from '../tables.ts'

export type QuestionRow = typeof priceQuestions.$inferSelect

const selectQuestions = (db: DbOrTx) =>
  db
    .select({ question: priceQuestions, name: products.name, nextDate: subscriptions.nextDate })
    .from(priceQuestions)
    .innerJoin(products, eq(products.id, priceQuestions.productId))
    .innerJoin(subscriptions, eq(subscriptions.id, priceQuestions.subscriptionId))

/** Open questions, and increases that start with an upcoming delivery. */
export async function upcomingPriceChanges(
  db: DbOrTx,
  subscriptionId: string,
  today: CalendarDate,
): Promise<PriceChange[]> {
  const rows = await selectQuestions(db)
    .where(
      and(
        eq(priceQuestions.subscriptionId, subscriptionId),
        or(
          eq(priceQuestions.status, 'open'),
          and(
            inArray(priceQuestions.status, ['agreed', 'noticed']),
            gte(priceQuestions.firstDate, today),
          ),
        ),
      ),
    )
    .orderBy(asc(priceQuestions.firstDate), asc(priceQuestions.id))
  return rows.map(toPriceChange)
}

export async function getPriceChange(db: DbOrTx, id: string): Promise<PriceChange | undefined> {
  const [row] = await selectQuestions(db).where(eq(priceQuestions.id, id))
  return row && toPriceChange(row)
}

type Row = { question: QuestionRow; name: string; nextDate: CalendarDate | null }

function toPriceChange({ question, name, nextDate }: Row): PriceChange {
  const { id, subscriptionId, oldCents, newCents, mode, status } = question
  return {
    id,
    subscriptionId,
    productName: name,
    oldPrice: centsToText(oldCents),
    newPrice: centsToText(newCents),
    firstDate: status === 'open' ? effectiveFrom(question, nextDate) : question.firstDate,
    mode,
    status,
  }
}

/** A late answer counts from the next delivery that has no order yet. */
export const effectiveFrom = (
  { firstDate }: Pick<QuestionRow, 'firstDate'>,
  nextDate: CalendarDate | null,
): CalendarDate => (nextDate !== null && nextDate > firstDate ? nextDate : firstDate)
