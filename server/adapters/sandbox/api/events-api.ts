import type { Ledger } from '../ledger.ts'
import { assertCursor, pageResponse, readPage } from '../listing.ts'
import type { Routes } from './api-call.ts'
import { ApiError, missing } from './api-error.ts'
import { allowOnly, type Params, readList, readText } from './params.ts'

export type StoredEvent = { id: string; type: string; created: number; object: string }

/** The API version that the sandbox implements, which is that of the official SDK. */
export const apiVersion = '2026-10-28.endive'

/** Serializes an event around its object, which is already JSON text. */
export const eventText = ({ id, type, created, object }: StoredEvent) =>
  `{"id":"${id}","object":"event","api_version":"${apiVersion}","created":${created},` +
  `"data":{"object":${object}},"livemode":false,"pending_webhooks":1,` +
  `"request":{"id":null,"idempotency_key":null},"type":"${type}"}`

const columns = 'o.id, o.type, o.created::int as created, o.data::text as object'

/** As at Stripe, events are listed for thirty days. */
const EVENT_LIFETIME_S = 30 * 86_400
const MAX_TYPES = 20

function readTypes(params: Params): string[] {
  const type = readText(params, 'type')
  const types = readList(params, 'types')
  if (type && types.length > 0) {
    throw new ApiError(400, {
      message: 'You may only specify one of these parameters: type, types.',
    })
  }
  if (types.length > MAX_TYPES) {
    const message = `Invalid array: too many values (at most ${MAX_TYPES})`
    throw new ApiError(400, { message, param: 'types' })
  }
  return type ? [type] : types
}

export const eventRoutes = (ledger: Ledger): Routes => ({
  'GET events': async ({ params, path }) => {
    allowOnly(params, ['created', 'limit', 'starting_after', 'type', 'types'])
    await assertCursor(ledger, 'sandbox.events', params)
    const { limit, conditions, values } = readPage(params, 'sandbox.events', [])
    const types = readTypes(params)
    if (types.length > 0) {
      values.push(types)
      conditions.push(`o.type = any($${values.length})`)
    }
    values.push(ledger.seconds() - EVENT_LIFETIME_S)
    conditions.push(`o.created >= $${values.length}`)
    const { rows } = await ledger.query<StoredEvent>({
      text: `select ${columns} from sandbox.events o where ${conditions.join(' and ')}
             order by o.seq desc limit ${limit + 1}`,
      values,
    })
    return pageResponse(path, rows.map(eventText), limit)
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
