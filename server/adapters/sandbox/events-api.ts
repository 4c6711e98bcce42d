import { missing } from './api-error.ts'
import type { Routes } from './call.ts'
import type { Ledger } from './ledger.ts'
import { pageAnswer, pageOf } from './listing.ts'
import { textOf } from './params.ts'

export type StoredEvent = { id: string; type: string; created: number; object: string }

/** The version whose shapes the sandbox speaks: the one that the official SDK is made for. */
export const apiVersion = '2026-10-28.endive'

/** An event around the text of the object that it is about. */
export const eventText = ({ id, type, created, object }: StoredEvent) =>
  `{"id":"${id}","object":"event","api_version":"${apiVersion}","created":${created},` +
  `"data":{"object":${object}},"livemode":false,"pending_webhooks":1,` +
  `"request":{"id":null,"idempotency_key":null},"type":"${type}"}`

const columns = 'o.id, o.type, o.created::int as created, o.data::text as object'

export const eventRoutes = (ledger: Ledger): Routes => ({
  'GET events': async ({ params, path }) => {
    const { limit, conditions, values } = pageOf(params, 'sandbox.events', [])
    const type = textOf(params, 'type')
    if (type) {
      values.push(type)
      conditions.push(`o.type = $${values.length}`)
    }
    const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''
    const { rows } = await ledger.query<StoredEvent>({
      text: `select ${columns} from sandbox.events o ${where}
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
