import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { drills } from './drills.ts'
import { findPostgres } from './machines/postgres.ts'

const root = resolve(import.meta.dirname, '..')

function run(...args: string[]) {
  const ran = spawnSync(process.execPath, ['drills/drill.ts', ...args], { cwd: root })
  return { code: ran.status, output: `${ran.stdout}${ran.stderr}` }
}

test('npm run drill lists every drill, and explains a wrong name', () => {
  const help = run('--help')
  expect(help.code).toBe(0)
  for (const name of ['failover', 'pgbouncer', 'disk-full', 'clock-jump', 'soak']) {
    expect(Object.keys(drills)).toContain(name)
    expect(help.output).toMatch(new RegExp(`\n  ${name} +\\S`))
  }
  expect(run('earthquake')).toEqual({
    code: 2,
    output: `Name one of ${Object.keys(drills).join(', ')}. Nothing was done. See: npm run drill -- --help\n`,
  })
  expect(run('soak', '--minutes', 'x').code).toBe(2)
})

test('drills with a standby use an installed PostgreSQL, or report what is missing', () => {
  const found = findPostgres()
  if ('missing' in found) {
    expect(existsSync('/usr/lib/postgresql')).toBe(false)
    expect(found.missing).toBe('PostgreSQL is not installed: apt-get install postgresql')
    const ran = run('failover')
    expect(ran).toEqual({ code: 3, output: `Not run: ${found.missing}\n` })
  } else {
    expect(existsSync(`${found.bin}/pg_basebackup`)).toBe(true)
  }
})
