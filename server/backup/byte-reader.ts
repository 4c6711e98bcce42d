import { damaged } from './backup-error.ts'

const NEWLINE = 0x0a

/** Reads exact numbers of bytes from a stream of chunks. */
export class ByteReader {
  readonly #source: AsyncIterator<Buffer>
  #chunks: Buffer[] = []
  #length = 0

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  /** Fails if the stream ends before. */
  async read(length: number): Promise<Buffer> {
    while (this.#length < length) if (!(await this.#fill())) throw damaged()
    return this.#take(length)
  }

  /** Yields the bytes in pieces as they arrive, so that long values need little memory. */
  async *pieces(length: number): AsyncGenerator<Buffer> {
    for (let left = length; left > 0; ) {
      if (this.#length === 0 && !(await this.#fill())) throw damaged()
      const piece = this.#take(Math.min(left, this.#length))
      left -= piece.length
      yield piece
    }
  }

  /** Reads up to the next line break, which is left out; undefined if there is none so far. */
  async readLine(maxLength: number): Promise<string | undefined> {
    for (let length = 1; length <= maxLength; length += 1) {
      while (this.#length < length) if (!(await this.#fill())) return undefined
      this.#join()
      if (this.#chunks[0]?.[length - 1] === NEWLINE) return this.#take(length).toString().trimEnd()
    }
    return undefined
  }

  /** Whether all bytes have been read. */
  async isAtEnd(): Promise<boolean> {
    return this.#length === 0 && !(await this.#fill())
  }

  /** Bytes that have not been read yet. */
  async *rest(): AsyncGenerator<Buffer> {
    do {
      const chunk = this.#take(this.#length)
      if (chunk.length > 0) yield chunk
    } while (await this.#fill())
  }

  async #fill(): Promise<boolean> {
    const { value, done } = await this.#source.next()
    if (done) return false
    this.#chunks.push(value)
    this.#length += value.length
    return true
  }

  #join(): void {
    if (this.#chunks.length > 1) this.#chunks = [Buffer.concat(this.#chunks)]
  }

  #take(length: number): Buffer {
    this.#join()
    const all = this.#chunks[0] ?? Buffer.alloc(0)
    this.#chunks = length < all.length ? [all.subarray(length)] : []
    this.#length = all.length - length
    return all.subarray(0, length)
  }
}
