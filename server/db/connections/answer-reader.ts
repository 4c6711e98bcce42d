/** A query that reads the cells of a row from its message. */
type RowReader = { readRow(bytes: Buffer, at: number): void }

/** The parts of pg's client that its declarations leave out. */
export type ReadingClient = {
  readyForQuery: boolean
  _getActiveQuery(): object | null
  _handleDataRow(message: { fields: (string | null)[] }): void
  _handleCommandComplete(message: { text: string }): void
  _handleReadyForQuery(message: { status: string }): void
}

const BIND_COMPLETE = 0x32
const DATA_ROW = 0x44
const COMMAND_COMPLETE = 0x43
const READY_FOR_QUERY = 0x5a
/** A code of one byte, and the length of the rest. */
const HEADER_LENGTH = 5
const READY_LENGTH = 6
/** Idle, in a transaction, in a failed transaction. */
const TRANSACTION_STATES = Buffer.from('ITE')

const endOfMessage = (bytes: Buffer, at: number) => at + 1 + bytes.readInt32BE(at + 1)

/**
 * Reads the answers of statements whose columns are known, without pg, which creates an object for
 * each message and passes it on as an event. All other bytes are left to pg.
 */
export class AnswerReader {
  private readonly client: ReadingClient
  /** Whether pg waits for no rest of a message. */
  private isAligned = false

  constructor(client: ReadingClient) {
    this.client = client
  }

  /** Returns false for bytes that pg must read. */
  read(bytes: Buffer, size: number): boolean {
    if (!this.isAligned || !hasWholeAnswers(bytes, size)) return false
    for (let at = 0; at < size; at = endOfMessage(bytes, at)) this.readMessage(bytes, at)
    return true
  }

  /** Called when pg has read the bytes. */
  wasReadByPg(bytes: Buffer, size: number): void {
    this.isAligned = this.client.readyForQuery && endsWithReady(bytes, size)
  }

  private readMessage(bytes: Buffer, at: number): void {
    const { client } = this
    const body = at + HEADER_LENGTH
    switch (bytes[at]) {
      case DATA_ROW: {
        const query = client._getActiveQuery() as Partial<RowReader> | null
        if (query?.readRow) query.readRow(bytes, body)
        else client._handleDataRow({ fields: readCells(bytes, body) })
        break
      }
      case COMMAND_COMPLETE: {
        const text = bytes.toString('latin1', body, endOfMessage(bytes, at) - 1)
        client._handleCommandComplete({ text })
        break
      }
      case READY_FOR_QUERY:
        client._handleReadyForQuery({ status: bytes.toString('latin1', body, body + 1) })
    }
  }
}

/** Reads the cells of the message DataRow as texts. */
export function readCells(bytes: Buffer, start: number): (string | null)[] {
  const cells = new Array<string | null>(bytes.readInt16BE(start))
  let at = start + 2
  for (let index = 0; index < cells.length; index++) {
    const length = bytes.readInt32BE(at)
    at += 4
    if (length < 0) {
      cells[index] = null
      continue
    }
    cells[index] = bytes.toString('utf8', at, at + length)
    at += length
  }
  return cells
}

/** Whether the bytes are whole messages that only answer statements with known columns. */
function hasWholeAnswers(bytes: Buffer, size: number): boolean {
  let at = 0
  while (at + HEADER_LENGTH <= size) {
    const code = bytes[at]
    if (
      code !== DATA_ROW &&
      code !== BIND_COMPLETE &&
      code !== COMMAND_COMPLETE &&
      code !== READY_FOR_QUERY
    )
      return false
    const end = endOfMessage(bytes, at)
    if (end < at + HEADER_LENGTH) return false
    at = end
  }
  return at === size
}

function endsWithReady(bytes: Buffer, size: number): boolean {
  const at = size - READY_LENGTH
  if (at < 0 || bytes[at] !== READY_FOR_QUERY || endOfMessage(bytes, at) !== size) return false
  return TRANSACTION_STATES.includes(bytes[size - 1] as number)
}
