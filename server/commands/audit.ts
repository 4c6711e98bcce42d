import { pino } from 'pino'
import { centsToText } from '#contract/money.ts'
import { systemClock, systemRandom } from '../adapters/system-runtime.ts'
import { ConfigError, readConfig } from '../config/config.ts'
import { createCards } from '../create-cards.ts'
import { auditBooks } from '../modules/payments/index.ts'
import { auditCycles } from '../modules/renewals/index.ts'
import { openForCommand } from '../open-for-command.ts'

/** npm run audit: do our books and the provider's ledger agree (I10)? Reads only. */
async function main(): Promise<string[]> {
  const config = readConfig(process.env)
  const world = { clock: systemClock, random: systemRandom, log: pino({ level: 'silent' }) }
  const database = await openForCommand(config, world.log)
  const cards = await createCards(config, world, database).catch(async (err: unknown) => {
    await database.close()
    throw err
  })
  try {
    const { db } = database
    const { findings: inBooks, ...sums } = await auditBooks({ ...cards, db })
    const { timeZone } = config.shop
    const findings = [...inBooks, ...(await auditCycles(db, { clock: systemClock, timeZone }))]
    process.exitCode = findings.length === 0 ? 0 : 1
    const money = (cents: number) => `$${centsToText(cents)}`
    return [
      `Orders paid: ${sums.ordersPaid}`,
      `Received: ${money(sums.receivedCents)}, refunded: ${money(sums.refundedCents)}`,
      `The provider holds: ${money(sums.ledgerCents)}`,
      ...findings.map(({ rule, id, what }) => `${rule} ${id}: ${what}`),
      findings.length === 0 ? 'The books agree.' : `${findings.length} differences.`,
    ]
  } finally {
    await cards.close()
    await database.close()
  }
}

/** What is wrong with the settings is one line, as at a start. */
const lines = await main().catch((err: unknown) => {
  if (!(err instanceof ConfigError)) throw err
  process.exitCode = 1
  return [`Configuration: ${err.message}`]
})
process.stdout.write(`${lines.join('\n')}\n`)
