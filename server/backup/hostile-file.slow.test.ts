import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { writeBackupFile } from './backup-file.ts'
import { ByteReader } from './byte-reader.ts'
import { inspectBackup } from './inspect-backup.ts'
import type { Manifest } from './manifest.ts'
import { writeRecords } from './records.ts'

const secret = 'a key of the owner, kept elsewhere'
const DAMAGED = 'The backup is incomplete or damaged. Use another one.'
const MEGABYTE = 1024 * 1024

const manifest: Manifest = {
  shopVersion: '1.0.0',
  createdAt: '2026-03-02T10:00:00.000Z',
  postgresVersion: '17',
  lastMigration: 0,
  payments: 'sandbox',
  tables: [{ name: 'public.orders', columns: ['id'], rows: 2, cents: {} }],
  sequences: [],
}

async function openFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'carboy-hostile-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  let serial = 0
  const write = async (content: AsyncIterable<Buffer>, key?: string) => {
    serial += 1
    const path = join(folder, `${serial}.backup`)
    await writeBackupFile(path, content, key)
    return path
  }
  const inspect = (path: string, key?: string) =>
    inspectBackup(path, key).then(
      () => 'complete',
      (error: Error) => error.message,
    )
  return { folder, write, inspect }
}

const good = () =>
  writeRecords(manifest, async function* () {
    yield Buffer.from('1\n')
    yield Buffer.from('2\n')
  })

function header(kind: number, length: number): Buffer {
  const bytes = Buffer.alloc(5)
  bytes.writeUInt8(kind)
  bytes.writeUInt32BE(length, 1)
  return bytes
}

/** A manifest, then made-up data. */
async function* forged(...content: Iterable<Buffer>[]): AsyncGenerator<Buffer> {
  const text = Buffer.from(JSON.stringify(manifest))
  yield header(1, text.length)
  yield text
  for (const part of content) yield* part
}

function* repeat(piece: Buffer, times: number): Generator<Buffer> {
  for (let nth = 0; nth < times; nth++) yield piece
}

test('a small file with endless rows is left at the first row too many', async () => {
  const { write, inspect } = await openFolder()
  const lines = Buffer.alloc(MEGABYTE, '\n')
  const bomb = await write(forged([header(2, 64 * MEGABYTE)], repeat(lines, 64)))
  expect((await readFile(bomb)).length).toBeLessThan(MEGABYTE)
  expect(await inspect(bomb)).toBe(DAMAGED)

  const many = await write(forged([header(2, 5), Buffer.from('1\n2\n3')]))
  expect(await inspect(many)).toBe(DAMAGED)
})

test('reading an endless row stops after 64 MB, and the row of a large image is read', async () => {
  const { write, inspect } = await openFolder()
  const text = Buffer.alloc(MEGABYTE, 'a')
  const end = [Buffer.from('\n'), header(3, 0), header(4, 0)]
  const row = (size: number) =>
    write(forged([header(2, size * MEGABYTE + 1)], repeat(text, size), end))
  const TOO_LARGE =
    'A row of the backup is larger than 64 MB, which no row of a shop is. Use another one.'

  const endless = await write(forged([header(2, 2 ** 32 - 1)], repeat(text, 65)))
  expect((await readFile(endless)).length).toBeLessThan(MEGABYTE)
  expect(await inspect(endless)).toBe(TOO_LARGE)
  // Its line break comes in the same piece as its last bytes.
  const late = Buffer.concat([text, Buffer.from('\n')])
  const ended = forged([header(2, 65 * MEGABYTE + 1)], repeat(text, 64), [late, ...end.slice(1)])
  expect(await inspect(await write(ended))).toBe(TOO_LARGE)
  expect(await inspect(await row(64))).toBe('complete')
})

test('a row that could not be restored is not backed up', async () => {
  const { folder, write } = await openFolder()
  const rows = async function* () {
    yield* repeat(Buffer.alloc(MEGABYTE, 'a'), 65)
  }
  await expect(write(writeRecords(manifest, rows))).rejects.toThrow(
    'A row of public.orders is larger than 64 MB. Restoring would reject it, so nothing was backed up.',
  )
  expect(await readdir(folder)).toEqual([])
})

test('the limit is of each row to the byte, when writing as when reading', async () => {
  const { write, inspect } = await openFolder()
  const row = (more: string) => [
    ...repeat(Buffer.alloc(MEGABYTE, 'a'), 64),
    Buffer.from(`${more}\n`),
  ]
  const recordsWith = (...rows: Buffer[][]) =>
    writeRecords(manifest, async function* () {
      for (const pieces of rows) yield* pieces
    })
  expect(await inspect(await write(recordsWith(row(''), row(''))))).toBe('complete')
  for (const rows of [[row('b')], [row(''), row('b')]])
    await expect(write(recordsWith(...rows))).rejects.toThrow('A row of public.orders is larger')
  const pieces = row('b')
  const forgedRow = forged([header(2, 64 * MEGABYTE + 2)], pieces, [header(3, 0), header(4, 0)])
  expect(await inspect(await write(forgedRow))).toMatch(/^A row of the backup is larger than 64 MB/)
})

test('a record with a huge declared size is read in pieces, and what is missing is noticed', async () => {
  const { write, inspect } = await openFolder()
  expect(await inspect(await write(forged([header(2, 2 ** 32 - 1), Buffer.from('1\n')])))).toBe(
    DAMAGED,
  )

  let pulled = 0
  const endless = async function* () {
    for (;;) {
      pulled += 1
      yield Buffer.alloc(1_000)
    }
  }
  let read = 0
  for await (const piece of new ByteReader(endless()).pieces(2 ** 32 - 1)) {
    expect(piece.length).toBeLessThanOrEqual(1_000)
    read += 1
    expect(pulled).toBe(read)
    if (read === 50) break
  }
})

test('a manifest of any size is not read into memory', async () => {
  const { write, inspect } = await openFolder()
  const piece = Buffer.alloc(MEGABYTE, ' ')
  async function* huge(): AsyncGenerator<Buffer> {
    yield header(1, 2 ** 32 - 1)
    yield* repeat(piece, 20)
  }
  expect(await inspect(await write(huge()))).toBe(DAMAGED)
})

test('two files in one, or a file with something behind it, are rejected', async () => {
  const { folder, write, inspect } = await openFolder()
  for (const key of [undefined, secret]) {
    const [first, second] = [await write(good(), key), await write(good(), key)]
    expect(await inspect(first, key)).toBe('complete')
    const both = join(folder, `both-${key ? 'sealed' : 'plain'}`)
    await writeFile(both, Buffer.concat([await readFile(first), await readFile(second)]))
    expect([key, await inspect(both, key)]).toEqual([key, DAMAGED])
    for (const more of [Buffer.from('more'), Buffer.alloc(1_000)]) {
      await writeFile(both, Buffer.concat([await readFile(first), more]))
      expect([key, await inspect(both, key)]).toEqual([key, DAMAGED])
    }
    const content = (bytes: Buffer) => bytes.subarray(bytes.indexOf('\n') + 1)
    await writeFile(both, Buffer.concat([await readFile(first), content(await readFile(second))]))
    expect([key, await inspect(both, key)]).toEqual([key, DAMAGED])
  }
})

test('a file cut at any place, and one with another key, are rejected in one line', async () => {
  const { folder, write, inspect } = await openFolder()
  const cut = join(folder, 'cut')
  for (const key of [undefined, secret]) {
    const bytes = await readFile(await write(good(), key))
    for (let length = 0; length < bytes.length; length += 41) {
      await writeFile(cut, bytes.subarray(0, length))
      const message = await inspect(cut, key)
      expect([DAMAGED, 'This file is not a backup of the shop.']).toContain(message)
    }
  }
  expect(await inspect(await write(good(), secret), 'another key of the owner')).toBe(
    'The backup was made with another BACKUP_KEY, or it is damaged.',
  )
  expect((await readdir(folder)).filter((name) => name.endsWith('.partial'))).toEqual([])
})
