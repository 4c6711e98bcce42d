import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { z } from 'zod'
import { systemClock, systemRandom } from '../adapters/system-world.ts'
import { readConfig } from '../config.ts'
import { openDeps } from '../deps.ts'
import { ensureStaff, removeStaff, resetStaff } from '../modules/identity/index.ts'

const USAGE = 'Usage: npm run staff -- add|reset|remove <email>'
const SHORTEST_PASSWORD = 12

/** Staff accounts from the command line; the password is asked for and never shown. */
async function main([deed, email = '']: string[]): Promise<string> {
  if (!deed || !['add', 'reset', 'remove'].includes(deed)) return USAGE
  if (!z.email().safeParse(email).success)
    return `${email || 'That'} is no e-mail address. ${USAGE}`
  const password = deed === 'remove' ? '' : await askPassword()
  if (deed !== 'remove' && password.length < SHORTEST_PASSWORD) {
    return `A password needs at least ${SHORTEST_PASSWORD} characters.`
  }
  const config = readConfig({ ...process.env, SEED: 'none' })
  const log = pino({ level: 'silent' })
  const deps = await openDeps(config, { clock: systemClock, random: systemRandom, log })
  try {
    if (deed === 'add') {
      await ensureStaff(deps, email, password)
      return `${email} can sign in at ${config.publicUrl}/admin/login.`
    }
    const isDone = await (deed === 'reset'
      ? resetStaff(deps, email, password)
      : removeStaff(deps, email))
    if (!isDone) return `There is no staff account ${email}.`
    return deed === 'reset' ? `${email} has a new password.` : `${email} is removed.`
  } finally {
    await deps.close()
  }
}

async function askPassword(): Promise<string> {
  process.stdout.write('Password (not shown): ')
  const mute = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: mute, terminal: true })
  const password = await terminal.question('')
  terminal.close()
  process.stdout.write('\n')
  return password
}

process.stdout.write(`${await main(process.argv.slice(2))}\n`)
