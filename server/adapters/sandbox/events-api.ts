import { ApiError, missing } from './api-error.ts'
import type { Routes } from './call.ts'
import type { Ledger } from './ledger.ts'
import { pageAnswer, pageOf } from './listing.ts'
import { allowOnly, listOf, type Params, textOf } from './params.ts'

export type StoredEvent = { id: string; type: string; created: number; object: string }

/** The version whose shapes the sandbox speaks: the one that the official SDK is made for. */
export const apiVersion = '2026-10-28.endive'

/** An event around the text of the object that it is about. */
export const eventText = ({ id, type, created, object }: StoredEvent) =>
  `{"id":"${id}","object":"event","api_version":"${apiVersion}","created":${created},` +
  `"data":{"object":${object}},"livemode":false,"pending_webhooks":1,` +
  `"request":{"id":null,"idempotency_key":null},"type":"${type}"}`

const columns = 'o.id, o.type, o.created::int as created, o.data::text as object'

/** As at Stripe an event is listed for thirty days. */
const keptForSeconds = 30 * 86_400
const mostTypes = 20

function typesOf(params: Params): string[] {
  const type = textOf(params, 'type')
  const types = listOf(params, 'types')
  if (type && types.length > 0) {
    throw new ApiError(400, {
      message: 'You may only specify one of these parameters: type, types.',
    })
  }
  if (types.length > mostTypes) {
    const message = `Invalid array: too many values (at most ${mostTypes})`
    throw new ApiError(400, { message, param: 'types' })
  }
  return type ? [type] : types
}

export const eventRoutes = (ledger: Ledger): Routes => ({
  'GET events': async ({ params, path }) => {
    allowOnly(params, ['created', 'limit', 'starting_after', 'type', 'types'])
    const { limit, conditions, values } = pageOf(params, 'sandbox.events', [])
    const types = typesOf(params)
    if (types.length > 0) {
      values.push(types)
      conditions.push(`o.type = any($${values.length})`)
    }
    values.push(ledger.seconds() - keptForSeconds)
    conditions.push(`o.created >= $${values.length}`)
    const { rows } = await ledger.query<StoredEvent>({
      text: `select ${columns} from sandbox.events o where ${conditions.join(' and ')}
             order by o.seq desc limit ${limit + 1}`,
      values,
    })
    return pageAnswer(path, rows.map(eventText), limit)
  },
  'GET events/:id': async ({ id }) => {
    const { rows } = await ledger.query<StoredEvent>({
      text: `select ${columns} from sandbox.events o where id = $1`,
      values: [id],
    })
    if (!rows[0]) throw missing('event', id)
    return { status: 200, body: eventText(rows[0]) }
  },
})
