import { pino } from 'pino'
import { centsToText } from '#contract/money.ts'
import { systemClock, systemRandom } from '../adapters/system-runtime.ts'
import { readConfig } from '../config/config.ts'
import { createCards } from '../create-cards.ts'
import { auditBalance, auditBooks } from '../modules/payments/index.ts'
import { readSettings } from '../modules/settings/index.ts'
import { openForCommand } from '../open-for-command.ts'
import { auditRows } from '../recovery/audit-rows.ts'
import { describeError } from '../terminal/describe-error.ts'
import { readArguments } from '../terminal/read-arguments.ts'
import { reportLongWork } from '../terminal/report-long-work.ts'

const usage = `Usage: npm run audit

Compares our payments with the payment provider's ledger, and checks prices, credit, deposits,
bottles, day changes and stops. It changes nothing. The exit code is 1 if something differs.`

/** npm run audit: compares our books with the provider's ledger (I10). Read-only. */
async function main(): Promise<string[]> {
  readArguments({ name: 'audit', usage }, {})
  const config = readConfig(process.env)
  const runtime = { clock: systemClock, random: systemRandom, log: pino({ level: 'silent' }) }
  const database = await openForCommand(config, runtime.log)
  const opened = readSettings(database.db).then(async (shop) => ({
    shop,
    cards: await createCards(config, runtime, { ...database, shopName: shop.name }),
  }))
  const { shop, cards } = await opened.catch(async (err: unknown) => {
    await database.close()
    throw err
  })
  try {
    const { db } = database
    const { findings: bookFindings, ...totals } = await auditBooks({ ...cards, db })
    const balance = await auditBalance({ ...cards, db, clock: systemClock })
    const rows = await auditRows(db, { clock: systemClock, shop })
    const { credit, prices, deposits, bottles } = rows
    const findings = [...bookFindings, ...balance.findings, ...rows.findings]
    process.exitCode = findings.length === 0 ? 0 : 1
    const money = (cents: number) => `$${centsToText(cents)}`
    return [
      `Orders paid: ${totals.ordersPaid}, covered by credit: ${totals.ordersCovered}`,
      `Received: ${money(totals.receivedCents)}, refunded: ${money(totals.refundedCents)}`,
      `Provider balance: ${money(totals.ledgerCents)}`,
      `Card balance after fees and payouts: ${money(balance.balanceCents)}`,
      `Account credit used: ${money(totals.creditUsedCents)}, left: ${money(credit.balanceCents)}`,
      `Sales tax of paid orders: ${money(prices.taxCents)}`,
      `Bottle deposits held: ${money(deposits.liability.cents)} for ${deposits.liability.bottles} bottles`,
      `Bottles at customers: ${bottles.atCustomers}`,
      `Cash, checks and transfers: ${money(totals.tenders.receivedCents)}, orders paid: ${totals.tenders.ordersPaid}, due: ${totals.tenders.ordersDue}`,
      ...findings.map(({ rule, id, what }) => `${rule} ${id}: ${what}`),
      findings.length === 0 ? 'No differences found.' : `Found ${findings.length} differences.`,
    ]
  } finally {
    await cards.close()
    await database.close()
  }
}

const lines = await reportLongWork('Auditing', main()).catch((error: unknown) => {
  process.exitCode = 1
  return [describeError(error)]
})
process.stdout.write(`${lines.join('\n')}\n`)
