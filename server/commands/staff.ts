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

/** Manages staff accounts from the command line. Prompts for the password without echo. */
async function main([command, email = '']: string[]): Promise<string> {
  if (command !== 'add' && command !== 'reset' && command !== 'remove') return fail(USAGE)
  if (!z.email().safeParse(email).success) {
    return fail(`${email || 'That'} isn't a valid email address. ${USAGE}`)
  }
  const password = command === 'remove' ? '' : await promptPassword()
  if (command !== 'remove' && password.length < MIN_PASSWORD_LENGTH) {
    return fail(`Password must be at least ${MIN_PASSWORD_LENGTH} characters.`)
  }
  // Reads only the database settings: other invalid settings must not block account repairs.
  const env = readEnvironment(process.env)
  const databaseConfig = { databaseUrl: env.DATABASE_URL, dataDir: resolve(env.DATA_DIR) }
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`
  const log = pino({ level: 'silent' })
  const database = await openForCommand(databaseConfig, log)
  const deps = { db: database.db, clock: systemClock, random: systemRandom, log }
  try {
    if (command === 'add') {
      const isAdded = await addStaff(deps, email, password)
      if (isAdded) return `Added ${email}. Log in at ${publicUrl}/admin/login.`
      return fail(`${email} already has an account. Use reset to set a new password.`)
    }
    const isDone = await (command === 'reset'
      ? resetStaff(deps, email, password)
      : removeStaff(deps, email))
    if (!isDone) return fail(`No staff account found for ${email}.`)
    return command === 'reset' ? `Password reset for ${email}.` : `Removed ${email}.`
  } finally {
    await database.close()
  }
}

async function promptPassword(): Promise<string> {
  const mute = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: mute, terminal: true })
  // Prompts only after the muted interface is open, so that no input is echoed.
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

/** Prints a configuration error as one line, like the server does. */
const output = await main(process.argv.slice(2)).catch((err: unknown) => {
  if (err instanceof ConfigError) return fail(`Configuration error: ${err.message}`)
  throw err
})
process.stdout.write(`${output}\n`)
