import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

const compress = promisify(gzip)

/** A board of 1,000 stops is half a megabyte; shorter responses are sent as they are. */
const COMPRESS_FROM_BYTES = 100_000

/** A response body that is already serialized and can be sent more than once. */
export class PreserializedJson {
  readonly bytes: Buffer
  #compressed: Promise<Buffer> | undefined

  constructor(text: string) {
    this.bytes = Buffer.from(text)
  }

  /** Compressed at most once, however often it is sent. Undefined if it is sent as it is. */
  gzipped(acceptEncoding = ''): Promise<Buffer> | undefined {
    if (this.bytes.length < COMPRESS_FROM_BYTES) return undefined
    if (!/\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(acceptEncoding)) return undefined
    this.#compressed ??= compress(this.bytes, { level: 1 })
    return this.#compressed
  }
}
