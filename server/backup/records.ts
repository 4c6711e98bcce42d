import { damaged } from './backup-error.ts'
import { ByteReader } from './byte-reader.ts'
import { Manifest, type TableEntry } from './manifest.ts'

/** A record is a kind, the length of its bytes, and the bytes. */
const kinds = { manifest: 1, rows: 2, endOfTable: 3, end: 4 } as const

const HEADER_BYTES = 5
const MAX_RECORD_BYTES = 256 * 1024 * 1024

export type TableRows = (table: TableEntry) => AsyncIterable<Buffer>

/** The content of a backup: the manifest, then the rows of its tables in the same order. */
export async function* writeRecords(
  manifest: Manifest,
  readRows: TableRows,
): AsyncGenerator<Buffer> {
  yield* record('manifest', Buffer.from(JSON.stringify(manifest)))
  for (const table of manifest.tables) {
    for await (const chunk of readRows(table)) yield* record('rows', chunk)
    yield* record('endOfTable')
  }
  yield* record('end')
}

export type RecordReader = {
  manifest: Manifest
  /** Must be called for each table of the manifest, in its order. */
  rows(): AsyncIterable<Buffer>
  /** Fails unless everything was read. */
  finish(): Promise<void>
}

export async function readRecords(content: AsyncIterable<Buffer>): Promise<RecordReader> {
  const reader = new ByteReader(content)
  const first = await readRecord(reader)
  if (first.kind !== kinds.manifest) throw damaged()
  return {
    manifest: parseManifest(first.bytes),
    async *rows() {
      for (;;) {
        const { kind, bytes } = await readRecord(reader)
        if (kind === kinds.endOfTable) return
        if (kind !== kinds.rows) throw damaged()
        yield bytes
      }
    },
    async finish() {
      const { kind } = await readRecord(reader)
      if (kind !== kinds.end || !(await reader.isAtEnd())) throw damaged()
    },
  }
}

function parseManifest(bytes: Buffer): Manifest {
  try {
    return Manifest.parse(JSON.parse(bytes.toString()))
  } catch {
    throw damaged()
  }
}

function* record(kind: keyof typeof kinds, bytes: Buffer = Buffer.alloc(0)): Generator<Buffer> {
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt8(kinds[kind])
  header.writeUInt32BE(bytes.length, 1)
  yield header
  if (bytes.length > 0) yield bytes
}

async function readRecord(reader: ByteReader): Promise<{ kind: number; bytes: Buffer }> {
  const header = await reader.read(HEADER_BYTES)
  const length = header.readUInt32BE(1)
  if (length > MAX_RECORD_BYTES) throw damaged()
  return { kind: header.readUInt8(), bytes: await reader.read(length) }
}
