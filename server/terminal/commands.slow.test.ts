import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { compileCache } from '#tests/support/compile-cache.ts'

const root = resolve(import.meta.dirname, '..', '..')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
/** Runs the shop, or tools of developers with arguments of their own. */
const others = new Set('start test build lint db:generate pictures'.split(' '))
const commands = Object.entries(scripts).filter(([name]) => !others.has(name))

type RunResult = { code: number | null; stdout: string; stderr: string }

/** Runs what `npm run` would, without a database: arguments come first. */
async function run(script: string, ...args: string[]): Promise<RunResult & { files: string[] }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'carboy-arguments-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const [, ...line] = script.split(' ')
  const env = {
    ...{ PATH: process.env.PATH, ...compileCache },
    ...{ DATA_DIR: dataDir, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' },
  }
  const child = spawn(process.execPath, [...line, ...args], { cwd: root, env })
  const ran: RunResult = { code: null, stdout: '', stderr: '' }
  child.stdout.on('data', (chunk) => {
    ran.stdout += String(chunk)
  })
  child.stderr.on('data', (chunk) => {
    ran.stderr += String(chunk)
  })
  ran.code = await new Promise((done) => child.on('close', done))
  return { ...ran, files: readdirSync(dataDir) }
}

test('the list of commands was really read', () => {
  const names = commands.map(([name]) => name)
  expect(names).toEqual(expect.arrayContaining(['backup', 'restore', 'resume', 'drill', 'bench']))
})

test.each(commands)(
  'npm run %s explains itself, and rejects an unknown option',
  async (name, script) => {
    const [help, wrong] = await Promise.all([
      run(script, '--help'),
      run(script, '--no-such-option'),
    ])

    expect(help).toMatchObject({ code: 0, stderr: '', files: [] })
    expect(help.stdout).toMatch(new RegExp(`^Usage: npm run ${name}\\b[^]*\\n\\n\\S`))
    expect(wrong).toEqual({
      ...{ code: 2, stdout: '', files: [] },
      stderr: `Unknown option '--no-such-option'. Nothing was done. See: npm run ${name} -- --help\n`,
    })
  },
)

test.each([
  ['backup', ['--verify', ''], '--verify needs a file'],
  ['backup', ['--to', ''], '--to needs a folder'],
  ['backup', ['--to', 'a', '--verify', 'b'], 'Use --to or --verify, not both'],
  ['backup', ['folder'], "Unexpected argument 'folder'"],
  ['restore', ['--yes'], 'Name one backup file'],
  ['restore', ['a', 'b', '--yes'], 'Name one backup file'],
  ['restore', ['a', '--into'], "Option '--into <value>' argument missing"],
  ['resume', ['now'], "Unexpected argument 'now'"],
  ['seed', [], '--orders needs a whole number from 1 to 5000000'],
  ['seed', ['--orders', '1e9'], '--orders needs a whole number from 1 to 5000000'],
  ['simulate', ['--seeds', 'x'], '--seeds needs a whole number from 1 to 1000000'],
  ['simulate', ['--from', 'x'], '--from needs a whole number from 1 to 9007199254740991'],
  ['simulate', ['--latency', 'x'], '--latency needs a number of at least 0'],
  ['routes:bench', ['--runs', 'x'], '--runs needs a whole number from 1 to 9007199254740991'],
  ['routes:bench', ['--instance', 'luck'], "There is no file 'luck'"],
  ['upgrade:bundle', [], 'A release is stored already. To replace it, add --yes'],
  ['upgrade:record', ['0.1.0'], '0.1.0 is recorded already. To record it again, add --yes'],
  ['bench', ['--out', ''], '--out needs a file'],
  ['bench', ['--out', '/no/such/folder/x'], '--out: there is no folder /no/such/folder'],
  ['bench', ['--scale', '--out', '/'], 'out needs a file'],
  ['bench', ['--only', 'luck'], '--only needs one of shop, dates, home, board, events, staff'],
  ['bench', ['--scale', '--size', '99'], 'size: a number above 0, at most 10'],
])('npm run %s rejects %j before it does anything', async (name, args, reason) => {
  expect(await run(scripts[name] ?? '', ...args)).toEqual({
    ...{ code: 2, stdout: '', files: [] },
    stderr: `${reason}. Nothing was done. See: npm run ${name} -- --help\n`,
  })
})

test.each([
  ['simulate', ['--mutant', 'luck'], '--mutant needs one of no unique cycle, '],
  ['simulate', ['--devices', '3', '--mutant', 'luck'], '--mutant needs one of an update of '],
  ['simulate', ['--scenario', 'luck'], '--scenario needs one of tenders, '],
  ['routes:bench', ['--only', 'luck'], '--only needs a part of X-n101-k25.vrp, '],
])('npm run %s rejects %j with the valid names', async (name, args, start) => {
  expect(await run(scripts[name] ?? '', ...args)).toEqual({
    ...{ code: 2, stdout: '', files: [] },
    stderr: expect.stringMatching(
      new RegExp(`^${start}.*Nothing was done\\. See: npm run ${name} `),
    ),
  })
})

test.each([
  ['audit', []],
  ['backup', []],
  ['migrate', []],
  ['resume', ['--yes']],
  ['seed', ['--orders', '5']],
  ['staff', ['remove', 'ana@water.example', '--yes']],
])('npm run %s reports in one line that the database is not reachable', async (name, args) => {
  expect(await run(scripts[name] ?? '', ...args)).toMatchObject({
    ...{ code: 1, stderr: '', files: [] },
    stdout: 'The database is not reachable. (connect ECONNREFUSED 127.0.0.1:1)\n',
  })
})
