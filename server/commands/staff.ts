import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { z } from 'zod'
import { Failure } from '#contract/errors.ts'
import { MIN_PASSWORD_LENGTH } from '#contract/staff/accounts.ts'
import { type StaffRole, staffRoles } from '#contract/staff/permissions.ts'
import { systemClock, systemRandom } from '../adapters/system-runtime.ts'
import { readEnvironment } from '../config/environment.ts'
import {
  addStaff,
  removeStaff,
  resetStaff,
  resetTwoStep,
  updateStaff,
} from '../modules/identity/index.ts'
import { openForCommand } from '../open-for-command.ts'
import { describeError } from '../terminal/describe-error.ts'
import { readArguments, rejectArguments } from '../terminal/read-arguments.ts'

const usage = `Usage: npm run staff -- add|role|reset|reset-two-step|remove <email> [${staffRoles.join('|')}] [--yes]

Manages staff accounts. The password is asked for. Without a role, add makes an owner. reset sets a
new password; reset-two-step helps someone without phone and recovery codes. remove deletes the
account, and reset-two-step what the person's app knows; both can't be undone and need --yes.`
const command = { name: 'staff', usage }

type AccountDeps = Parameters<typeof addStaff>[0]
type Account = { email: string; role: StaffRole; password: string; publicUrl: string }

const needsPassword = (action: string) => action === 'add' || action === 'reset'

/** Actions that can't be undone need --yes; the text names their effect. */
const harms = new Map([
  ['remove', 'This deletes the account of'],
  ['reset-two-step', 'This turns off two-step verification of'],
])

const actions: Record<string, (deps: AccountDeps, account: Account) => Promise<string>> = {
  async add(deps, { email, role, password, publicUrl }) {
    const isAdded = await addStaff(deps, email, password, role)
    if (isAdded) return `Added ${email} as ${role}. Log in at ${publicUrl}/admin/login.`
    return fail(`${email} already has an account. Use reset to set a new password.`)
  },
  async role(deps, { email, role }) {
    await updateStaff(deps, { actor: 'system' }, { email }, { role })
    return `${email} is now ${role}.`
  },
  async reset(deps, { email, password }) {
    if (!(await resetStaff(deps, email, password))) throw new Failure('not_found')
    return `Password reset for ${email}.`
  },
  async 'reset-two-step'(deps, { email, publicUrl }) {
    await resetTwoStep(deps, { actor: 'system' }, { email })
    return `Two-step verification is off for ${email}. Log in at ${publicUrl}/admin/login.`
  },
  async remove(deps, { email }) {
    if (!(await removeStaff(deps, email))) throw new Failure('not_found')
    return `Removed ${email}.`
  },
}

/** Manages staff accounts from the command line. Prompts for the password without echo. */
async function main(): Promise<string> {
  const { name, act, email, role } = readAccount()
  const password = needsPassword(name) ? await promptPassword() : ''
  if (needsPassword(name) && password.length < MIN_PASSWORD_LENGTH) {
    return fail(`Password must be at least ${MIN_PASSWORD_LENGTH} characters.`)
  }
  // Reads only the database settings: other invalid settings must not block account repairs.
  const env = readEnvironment(process.env)
  const databaseConfig = { databaseUrl: env.DATABASE_URL, dataDir: resolve(env.DATA_DIR) }
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`
  const log = pino({ level: 'silent' })
  const database = await openForCommand(databaseConfig, log)
  const deps = { db: database.db, clock: systemClock, random: systemRandom }
  try {
    return await act(deps, { email, role, password, publicUrl })
  } catch (err) {
    if (!(err instanceof Failure)) throw err
    return fail(err.code === 'not_found' ? `No staff account found for ${email}.` : err.message)
  } finally {
    await database.close()
  }
}

/** Rejects unknown arguments. */
function readAccount() {
  const { values, positionals } = readArguments(command, {
    allowPositionals: true,
    options: { yes: { type: 'boolean' } },
  })
  const [name = '', email = '', ...roles] = positionals
  const act = Object.hasOwn(actions, name) ? actions[name] : undefined
  if (!act) return rejectArguments(command, `Name one of ${Object.keys(actions).join(', ')}`)
  if (!z.email().safeParse(email).success)
    return rejectArguments(command, `${email || 'That'} isn't a valid email address`)
  const [unexpected] = name === 'add' || name === 'role' ? roles.slice(1) : roles
  if (unexpected) return rejectArguments(command, `Unexpected argument '${unexpected}'`)
  const roleName = roles[0] ?? (name === 'role' ? '' : 'owner')
  const role = staffRoles.find((known) => known === roleName)
  if (!role) return rejectArguments(command, `Name a role: ${staffRoles.join(', ')}`)
  const harm = harms.get(name)
  if (harm && !values.yes) rejectArguments(command, `${harm} ${email}. To go on, add --yes`)
  return { name, act, email, role }
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

const output = await main().catch((error: unknown) => fail(describeError(error)))
process.stdout.write(`${output}\n`)
