import { pino } from 'pino'
import { type Config, ConfigError, readConfig } from '../config/config.ts'
import { fail } from '../doctor/check.ts'
import { examineShop } from '../doctor/examine-shop.ts'
import type { NamedResult } from '../doctor/run-check.ts'
import { readArguments } from '../terminal/read-arguments.ts'

const usage = `Usage: npm run doctor [-- --json] [-- --no-email]

Checks the shop, running or stopped: database, migrations, clock, time zone, disk, email,
Stripe, certificate, background jobs and staff accounts. It sends a test email to the first
owner unless --no-email is given, and changes nothing else. --json prints the checks as
JSON. The exit code is 1 if a check fails; warnings do not count.`

/** npm run doctor */
async function main(): Promise<string> {
  const { values } = readArguments(
    { name: 'doctor', usage },
    { options: { json: { type: 'boolean' }, 'no-email': { type: 'boolean' } } },
  )
  const checks = await examine(!values['no-email'])
  if (checks.some(({ status }) => status === 'fail')) process.exitCode = 1
  return values.json ? JSON.stringify({ checks }, null, 2) : toLines(checks)
}

async function examine(sendsEmail: boolean): Promise<NamedResult[]> {
  let config: Config
  try {
    config = readConfig(process.env, { needsWebhookSecret: false })
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const message = `${error.message}. The other checks need valid settings.`
    return [{ name: 'settings', ...fail(message) }]
  }
  return examineShop(config, { log: pino({ level: 'silent' }), sendsEmail })
}

function toLines(checks: NamedResult[]): string {
  const width = Math.max(...checks.map(({ name }) => name.length))
  const count = (status: NamedResult['status']) =>
    checks.filter((check) => check.status === status).length
  return [
    ...checks.map(
      ({ status, name, message }) => `${status.padEnd(4)}  ${name.padEnd(width)}  ${message}`,
    ),
    `${count('ok')} ok, ${count('warn')} to look at, ${count('fail')} failed.`,
  ].join('\n')
}

const output = await main()
// Exits once the output is written: a dead connection may still be waiting for its time limit.
process.stdout.write(`${output}\n`, () => process.exit())
