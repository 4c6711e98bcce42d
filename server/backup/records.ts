import { BackupError, damaged } from './backup-error.ts'
import { ByteReader } from './byte-reader.ts'
import { Manifest, type TableEntry } from './manifest.ts'

/** A record is a kind, the length of its bytes, and the bytes. */
const kinds = { manifest: 1, rows: 2, endOfTable: 3, end: 4 } as const

const HEADER_BYTES = 5
/** About a hundred tables with their columns need a tenth of a megabyte. */
const MAX_MANIFEST_BYTES = 16 * 1024 * 1024
/**
 * PostgreSQL reads a row into memory. The largest one of a shop is an image: a 10 MB upload, and twice that as
 * text.
 */
const MAX_ROW_BYTES = 64 * 1024 * 1024
const LIMIT = '64 MB'
const NEWLINE = 0x0a

export type TableRows = (table: TableEntry) => AsyncIterable<Buffer>

/** The content of a backup: the manifest, then the rows of its tables in the same order. */
export async function* writeRecords(
  manifest: Manifest,
  readRows: TableRows,
): AsyncGenerator<Buffer> {
  yield* record('manifest', Buffer.from(JSON.stringify(manifest)))
  for (const table of manifest.tables) {
    const assertFits = checkRows(
      table.rows,
      `A row of ${table.name} is larger than ${LIMIT}. Restoring would reject it, so nothing was backed up.`,
    )
    for await (const chunk of readRows(table)) {
      assertFits(chunk)
      yield* record('rows', chunk)
    }
    yield* record('endOfTable')
  }
  yield* record('end')
}

export type RecordReader = {
  manifest: Manifest
  /** Must be called for each table of the manifest, in its order. Fails if there are more rows. */
  rows(table: Pick<TableEntry, 'rows'>): AsyncIterable<Buffer>
  /** Fails unless everything was read. */
  finish(): Promise<void>
}

export async function readRecords(content: AsyncIterable<Buffer>): Promise<RecordReader> {
  const reader = new ByteReader(content)
  const first = await readHeader(reader)
  if (first.kind !== kinds.manifest || first.length > MAX_MANIFEST_BYTES) throw damaged()
  return {
    manifest: parseManifest(await reader.read(first.length)),
    async *rows(table) {
      const assertFits = checkRows(
        table.rows,
        `A row of the backup is larger than ${LIMIT}, which no row of a shop is. Use another one.`,
      )
      for (;;) {
        const { kind, length } = await readHeader(reader)
        if (kind === kinds.endOfTable && length === 0) return
        if (kind !== kinds.rows) throw damaged()
        for await (const piece of reader.pieces(length)) {
          assertFits(piece)
          yield piece
        }
      }
    },
    async finish() {
      const { kind, length } = await readHeader(reader)
      if (kind !== kinds.end || length > 0 || !(await reader.isAtEnd())) throw damaged()
    },
  }
}

/**
 * A small file can hold endless rows or an endless one, so reading ends with the first one too many or too
 * large. A row is a line. Writing follows the same limits: what is written can be read.
 */
function checkRows(max: number, tooLarge: string): (piece: Buffer) => void {
  let lines = 0
  let bytes = 0
  return (piece) => {
    let from = 0
    for (let at = piece.indexOf(NEWLINE); at >= 0; at = piece.indexOf(NEWLINE, from)) {
      if (bytes + at - from > MAX_ROW_BYTES) throw new BackupError(tooLarge)
      lines += 1
      bytes = 0
      from = at + 1
    }
    bytes += piece.length - from
    if (bytes > MAX_ROW_BYTES) throw new BackupError(tooLarge)
    if (lines + (bytes > 0 ? 1 : 0) > max) throw damaged()
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

async function readHeader(reader: ByteReader): Promise<{ kind: number; length: number }> {
  const header = await reader.read(HEADER_BYTES)
  return { kind: header.readUInt8(), length: header.readUInt32BE(1) }
}
