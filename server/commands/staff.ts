import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { z } from 'zod'
import { systemClock, systemRandom } from '../adapters/system-runtime.ts'
import { ConfigError, readEnvironment } from '../config/environment.ts'
import { addStaff, removeStaff, resetStaff } from '../modules/identity/index.ts'
import { openForCommand } from '../open-for-command.ts'

const USAGE = 'Usage: npm run staff -- add|reset|remove <email>'
const MIN_PASSWORD_LENGTH = 12

/** Staff accounts from the command line; the password is asked for and never shown. */
async function main([command, email = '']: string[]): Promise<string> {
  if (command !== 'add' && command !== 'reset' && command !== 'remove') return fail(USAGE)
  if (!z.email().safeParse(email).success) {
    return fail(`${email || 'That'} is no e-mail address. ${USAGE}`)
  }
  const password = command === 'remove' ? '' : await promptPassword()
  if (command !== 'remove' && password.length < MIN_PASSWORD_LENGTH) {
    return fail(`A password needs at least ${MIN_PASSWORD_LENGTH} characters.`)
  }
  // No more than the database: accounts must be put right while the rest keeps the shop from starting.
  const env = readEnvironment(process.env)
  const databaseConfig = { databaseUrl: env.DATABASE_URL, dataDir: resolve(env.DATA_DIR) }
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`
  const log = pino({ level: 'silent' })
  const database = await openForCommand(databaseConfig, log)
  const deps = { db: database.db, clock: systemClock, random: systemRandom, log }
  try {
    if (command === 'add') {
      const isAdded = await addStaff(deps, email, password)
      if (isAdded) return `${email} can sign in at ${publicUrl}/admin/login.`
      return fail(`${email} has an account already: reset gives it a new password.`)
    }
    const isDone = await (command === 'reset'
      ? resetStaff(deps, email, password)
      : removeStaff(deps, email))
    if (!isDone) return fail(`There is no staff account ${email}.`)
    return command === 'reset' ? `${email} has a new password.` : `${email} is removed.`
  } finally {
    await database.close()
  }
}

async function promptPassword(): Promise<string> {
  const mute = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: mute, terminal: true })
  // Only now does the terminal echo nothing: what is typed at the prompt must not be earlier.
  process.stdout.write('Password (not shown): ')
  const password = await terminal.question('')
  terminal.close()
  process.stdout.write('\n')
  return password
}

function fail(message: string): string {
  process.exitCode = 1
  return message
}

/** What is wrong with the settings is one line, as at a start. */
const output = await main(process.argv.slice(2)).catch((err: unknown) => {
  if (err instanceof ConfigError) return fail(`Configuration: ${err.message}`)
  throw err
})
process.stdout.write(`${output}\n`)
