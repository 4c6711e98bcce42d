import { Socket } from 'node:net'
import pg from 'pg'
import { AnswerReader, type ReadingClient } from './answer-reader.ts'
import { createAnswerSocket } from './answer-socket.ts'
import { AnswerTimer } from './answer-timer.ts'
import { type Callback, type NamedConfig, NamedQuery } from './named-query.ts'

/** A part of pg's client that its declarations leave out. */
type WithConnection = { connection: { stream: Socket } }

/** A client that runs statements with less work than pg; all else is unchanged. */
export class LeanClient extends pg.Client {
  readonly answerTimer: AnswerTimer | undefined

  constructor({ query_timeout: limitMs, ...config }: pg.ClientConfig = {}) {
    let reader: AnswerReader | undefined
    const createSocket = ({ ssl }: { ssl?: unknown } = {}) =>
      // An encrypted connection replaces its socket, and then reads as usual.
      ssl
        ? new Socket()
        : createAnswerSocket({
            read: (bytes, size) => reader?.read(bytes, size) ?? false,
            wasPassedOn: (bytes, size) => reader?.wasReadByPg(bytes, size),
          })
    super({ ...config, query_timeout: 0, stream: createSocket })
    reader = new AnswerReader(this as unknown as ReadingClient)
    if (!limitMs) return
    const { connection } = this as unknown as WithConnection
    this.answerTimer = new AnswerTimer(limitMs, () => {
      connection.stream.destroy(new Error('Query read timeout'))
    })
  }
}

type Send = (this: LeanClient, config: object, values?: unknown, callback?: unknown) => unknown

/** Looked up for each statement, so that tests can replace it. */
const pgQuery = () => pg.Client.prototype.query as unknown as Send

function run(client: LeanClient, config: object, values: unknown, done: Callback): void {
  client.answerTimer?.sent()
  let isAnswered = false
  // pg answers a statement twice if one of its values can't be sent.
  const answered: Callback = (error, result) => {
    if (isAnswered) return
    isAnswered = true
    client.answerTimer?.answered()
    done(error, result)
  }
  const isNamed = Boolean((config as Partial<NamedConfig>).name)
  if (!isNamed) pgQuery().call(client, config, values, answered)
  else pgQuery().call(client, new NamedQuery(config as NamedConfig, values as unknown[], answered))
}

const query: Send = function (config, values, callback) {
  // Streams of rows may take as long as they need.
  if (typeof (config as { submit?: unknown }).submit === 'function')
    return pgQuery().call(this, config, values, callback)
  if (typeof values === 'function') return run(this, config, undefined, values as Callback)
  if (callback) return run(this, config, values, callback as Callback)
  return new Promise((resolve, reject) => {
    run(this, config, values, (error, result) => (error ? reject(error) : resolve(result)))
  })
}
LeanClient.prototype.query = query as pg.Client['query']
