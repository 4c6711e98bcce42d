// npm run upgrade:measure: wrong arguments are rejected before the server's code is loaded.
import { readArguments, readCount } from '#server/terminal/read-arguments.ts'
import type { FixtureVersion } from '../load-fixture.ts'

const FROM: FixtureVersion = '0.1.0'
const usage = `Usage: npm run upgrade:measure -- 100000

Measures how long the upgrade from ${FROM} takes with that many orders, on a database of its own.`
const command = { name: 'upgrade:measure', usage }
const { positionals } = readArguments(command, { allowPositionals: true })
const orders = readCount(
  command,
  'The number of orders',
  positionals.join(' ') || '100000',
  5_000_000,
)

const { measureUpgrade } = await import('./measure-upgrade.ts')
await measureUpgrade(FROM, orders)
