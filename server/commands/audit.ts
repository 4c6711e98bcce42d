import { pino } from 'pino'
import { centsToText } from '#contract/money.ts'
import { systemClock, systemRandom } from '../adapters/system-world.ts'
import { readConfig } from '../config.ts'
import { openDeps } from '../deps.ts'
import { auditBooks } from '../modules/payments/index.ts'
import { auditCycles } from '../modules/renewals/index.ts'

/** npm run audit: do our books and the provider's ledger agree (I10)? Reads only. */
const config = readConfig({ ...process.env, SEED: 'none' })
const world = { clock: systemClock, random: systemRandom, log: pino({ level: 'silent' }) }
const deps = await openDeps(config, world, { besideTheShop: true })
try {
  const { findings: inBooks, ...sums } = await auditBooks(deps)
  const { timeZone } = config.shop
  const findings = [...inBooks, ...(await auditCycles(deps.db, { clock: systemClock, timeZone }))]
  const money = (cents: number) => `$${centsToText(cents)}`
  const lines = [
    `Orders paid: ${sums.ordersPaid}`,
    `Received: ${money(sums.receivedCents)}, refunded: ${money(sums.refundedCents)}`,
    `The provider holds: ${money(sums.ledgerCents)}`,
    ...findings.map(({ rule, id, what }) => `${rule} ${id}: ${what}`),
    findings.length === 0 ? 'The books agree.' : `${findings.length} differences.`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  process.exitCode = findings.length === 0 ? 0 : 1
} finally {
  await deps.close()
}
