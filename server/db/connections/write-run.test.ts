import pg from 'pg'
import { expect, test } from 'vitest'
import { freshDatabase } from '#tests/support/database/fresh-database.ts'
import { LeanClient } from './lean-client.ts'
import { bindStart, writeRun } from './write-run.ts'

const values = [
  '',
  'plain',
  'Ü ✓ 🙂',
  'half of a pair: \ud83d',
  'x'.repeat(43_000),
  '水'.repeat(43_000),
  'x'.repeat(200_000),
  null,
  undefined,
  42,
  -1.5,
  true,
  12345678901234567890n,
  { nested: ['a', null] },
  ['a', 'b "quoted"', null],
  Buffer.from([0, 255, 66]),
]

test('every value arrives as pg sends it', async () => {
  const { url, drop } = await freshDatabase()
  const plain = new pg.Client({ connectionString: url })
  const lean = new LeanClient({ connectionString: url, pipeline: true })
  await Promise.all([plain.connect(), lean.connect()])
  const read = async (client: pg.Client, value: unknown) => {
    const name = Buffer.isBuffer(value) ? 'bytes' : 'text'
    const type = name === 'bytes' ? 'bytea' : 'text'
    const text = `select md5($1::${type}) as digest, $2::${type} as again, $3::text as last`
    return (await client.query({ name, text, values: [value, value, 'last'] })).rows
  }

  for (let round = 1; round <= 2; round++) {
    for (const value of values) expect(await read(lean, value)).toEqual(await read(plain, value))
  }
  await Promise.all([plain.end(), lean.end()])
  await drop()
})

test('bytes and texts that do not fit are left to pg', () => {
  const start = bindStart('statement')
  const write = (value: unknown) => writeRun(start, [value], (same) => same)

  expect(write('x'.repeat(43_000))).toBeInstanceOf(Buffer)
  expect(write('x'.repeat(44_000))).toBeUndefined()
  expect(write(Buffer.from('x'))).toBeUndefined()
})

test('statements with more parameters than fit are left to pg', () => {
  const start = bindStart('statement')
  const write = (...given: unknown[]) => writeRun(start, given, (same) => same)

  expect(write(...Array(32_000).fill(null))).toBeInstanceOf(Buffer)
  expect(write(...Array(32_760).fill(null))).toBeUndefined()
  expect(write(...Array(40_000).fill('x'))).toBeUndefined()
  // The longest text that fits leaves no room for what follows it.
  for (let length = 43_650; length < 43_700; length++) write('水'.repeat(length), null, null, null)
})
