import { createCipheriv, createDecipheriv, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { BackupError, damaged } from './backup-error.ts'
import type { ByteReader } from './byte-reader.ts'

const ALGORITHM = 'aes-256-gcm'
const FRAME_BYTES = 64 * 1024
const TAG_BYTES = 16
export const SALT_BYTES = 16

/** The key of one file. Every file has its own salt, so no two files share a key and a nonce. */
export const deriveKey = (secret: string, salt: Buffer) =>
  promisify<string, Buffer, number, Buffer>(scrypt)(secret, salt, 32)

/**
 * Encrypts a stream as frames that are authenticated one by one, so that nothing is read before it
 * was checked. The nonce counts the frames and marks the last one: frames can't be reordered, left
 * out or cut off.
 */
export async function* encrypt(source: AsyncIterable<Buffer>, key: Buffer): AsyncGenerator<Buffer> {
  let pending = Buffer.alloc(0)
  let frame = 0
  for await (const chunk of source) {
    pending = Buffer.concat([pending, chunk])
    while (pending.length > FRAME_BYTES) {
      yield encryptFrame(pending.subarray(0, FRAME_BYTES), key, nonce(frame, false))
      pending = pending.subarray(FRAME_BYTES)
      frame += 1
    }
  }
  yield encryptFrame(pending, key, nonce(frame, true))
}

export async function* decrypt(reader: ByteReader, key: Buffer): AsyncGenerator<Buffer> {
  for (let frame = 0, isLast = false; !isLast; frame += 1) {
    const header = (await reader.read(4)).readUInt32BE()
    isLast = header >= LAST_FRAME
    const length = header % LAST_FRAME
    if (length > FRAME_BYTES) throw wrongKey()
    const sealed = await reader.read(length + TAG_BYTES)
    yield decryptFrame(sealed, key, nonce(frame, isLast))
  }
  // Another file may have been appended.
  if (!(await reader.isAtEnd())) throw damaged()
}

/** The highest bit of a frame's length. */
const LAST_FRAME = 2 ** 31

function encryptFrame(plain: Buffer, key: Buffer, iv: Buffer): Buffer {
  const cipher = createCipheriv(ALGORITHM, key, iv)
  const header = Buffer.alloc(4)
  header.writeUInt32BE(plain.length + (iv.at(-1) === 1 ? LAST_FRAME : 0))
  return Buffer.concat([header, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

function decryptFrame(sealed: Buffer, key: Buffer, iv: Buffer): Buffer {
  const decipher = createDecipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES })
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES))
  const plain = decipher.update(sealed.subarray(0, sealed.length - TAG_BYTES))
  try {
    return Buffer.concat([plain, decipher.final()])
  } catch {
    throw wrongKey()
  }
}

/** A wrong key and a changed file look the same. */
const wrongKey = () =>
  new BackupError('The backup was made with another BACKUP_KEY, or it is damaged.')

function nonce(frame: number, isLast: boolean): Buffer {
  const iv = Buffer.alloc(12)
  iv.writeUInt32BE(frame, 7)
  iv.writeUInt8(isLast ? 1 : 0, 11)
  return iv
}
