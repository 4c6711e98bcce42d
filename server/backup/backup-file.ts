import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'
import { BackupError, damaged } from './backup-error.ts'
import { ByteReader } from './byte-reader.ts'
import { decrypt, deriveKey, encrypt, SALT_BYTES } from './encryption.ts'

/**
 * A backup file: one line of JSON that describes how to read the rest, then the compressed content, which
 * is encrypted if there is a key.
 */
const Header = z.object({
  format: z.literal('carboy-backup'),
  version: z.literal(1),
  /** In hex; null if the content is not encrypted. */
  salt: z.string().nullable(),
})

const MAX_HEADER_BYTES = 1_000

/** Writes the content under a name that ends in .partial, and renames the file once it is on disk. */
export async function writeBackupFile(
  path: string,
  content: AsyncIterable<Buffer>,
  secret: string | undefined,
): Promise<void> {
  const partial = `${path}.partial`
  const salt = secret ? randomBytes(SALT_BYTES) : null
  const key = secret && salt ? await deriveKey(secret, salt) : undefined
  const header = { format: 'carboy-backup', version: 1, salt: salt?.toString('hex') ?? null }
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  // Only the owner may read it: it contains customers' data and the keys of mailed links.
  const file = createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true })
  try {
    await pipeline(
      content,
      createGzip(),
      async function* seal(compressed: AsyncIterable<Buffer>) {
        yield Buffer.from(`${JSON.stringify(header)}\n`)
        yield* key ? encrypt(compressed, key) : compressed
      },
      file,
    )
    await rename(partial, path)
    await syncFolder(dirname(path))
  } catch (err) {
    if ((err as NodeJS.ErrnoException).code !== 'EEXIST') await rm(partial, { force: true })
    throw err
  }
}

/** Gives the content to `consume`, and fails if it was not complete and unchanged. */
export async function readBackupFile<T>(
  path: string,
  secret: string | undefined,
  consume: (content: AsyncIterable<Buffer>) => Promise<T>,
): Promise<T> {
  const file = createReadStream(path)
  try {
    const reader = new ByteReader(file)
    const salt = await readSalt(reader)
    if (salt && !secret) throw new BackupError('The backup is encrypted. Set BACKUP_KEY.')
    const key = salt && secret ? await deriveKey(secret, Buffer.from(salt, 'hex')) : undefined
    let compressedBytes = 0
    const compressed = async function* () {
      for await (const chunk of key ? decrypt(reader, key) : reader.rest()) {
        compressedBytes += chunk.length
        yield chunk
      }
    }
    const gunzip = createGunzip()
    const result = await pipeline(compressed, gunzip, consume as never)
    // Zeros after the end of compressed content are ignored as padding.
    if (gunzip.bytesWritten !== compressedBytes) throw damaged()
    return result as T
  } catch (err) {
    throw String((err as NodeJS.ErrnoException).code).startsWith('Z_') ? damaged() : err
  } finally {
    file.destroy()
  }
}

async function readSalt(reader: ByteReader): Promise<string | null> {
  const line = await reader.readLine(MAX_HEADER_BYTES)
  try {
    return Header.parse(JSON.parse(line ?? '')).salt
  } catch {
    throw new BackupError('This file is not a backup of the shop.')
  }
}

/** Makes the new name durable. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
