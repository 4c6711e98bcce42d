/** Longer messages are left to pg. */
const BUFFER_SIZE = 128 * 1024
/** UTF-8 takes at most three bytes per UTF-16 code unit. */
const MAX_BYTES_PER_UNIT = 3
/** Each parameter starts with its length. */
const LENGTH_BYTES = 4

const BIND = 'B'.charCodeAt(0)
/** The messages Execute, for all rows of the unnamed portal, and Sync. */
export const EXECUTE_AND_SYNC = Buffer.from([69, 0, 0, 0, 9, 0, 0, 0, 0, 0, 83, 0, 0, 0, 4])
/** Follows the parameters: all results are texts. */
const TEXT_RESULTS = Buffer.from([0, 0])
const END = Buffer.concat([TEXT_RESULTS, EXECUTE_AND_SYNC])

const target = Buffer.allocUnsafeSlow(BUFFER_SIZE)

/** The message Bind up to its parameters: unnamed portal, the statement, all parameters are texts. */
export const bindStart = (statement: string): Buffer =>
  Buffer.concat([
    Buffer.from([BIND, 0, 0, 0, 0, 0]),
    Buffer.from(`${statement}\0`),
    Buffer.from([0, 0]),
  ])

/**
 * Writes the messages Bind, Execute and Sync of a statement. pg writes each into a buffer of its own,
 * which grows with the parameters. Returns undefined for bytes and for long texts, which pg writes.
 */
export function writeRun(
  start: Buffer,
  values: readonly unknown[],
  toParameter: (value: unknown) => unknown,
): Buffer | undefined {
  if (start.length + 2 + values.length * LENGTH_BYTES + END.length > BUFFER_SIZE) return undefined
  target.set(start)
  let end = start.length
  end = target.writeInt16BE(values.length, end)
  for (const value of values) {
    const text = toParameter(value)
    const room = BUFFER_SIZE - end - LENGTH_BYTES - END.length
    if (text === null || text === undefined) {
      if (room < 0) return undefined
      end = target.writeInt32BE(-1, end)
      continue
    }
    if (typeof text !== 'string' || text.length * MAX_BYTES_PER_UNIT > room) return undefined
    const length = target.write(text, end + LENGTH_BYTES)
    target.writeInt32BE(length, end)
    end += LENGTH_BYTES + length
  }
  target.set(END, end)
  target.writeInt32BE(end + TEXT_RESULTS.length - 1, 1)
  return Buffer.from(target.subarray(0, end + END.length))
}
