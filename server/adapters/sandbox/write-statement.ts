export type ApiResponse = { status: number; body: string; replayed?: boolean }

/** The request's idempotency key, and a fingerprint of its parameters. */
export type Idempotency = { key: string | null; fingerprint: string }

export type Entry = {
  id: string
  type: string
  data: object
  customer?: string | null
  intent?: string | null
  email?: string | null
  behavior?: string | null
}

/** An event to send about an object: index 0 is the root, 1 the first related object, and so on. */
export type PendingEvent = { type: string; objectIndex: number; id?: string }

export type Version = { id: string; version: number }

export type Write = {
  root: Entry
  /** The version that was read, or null for a new object. */
  version: number | null
  related: Entry[]
  pendingEvents: PendingEvent[]
  /** Index of the object to respond with, or a separate response such as a decline. */
  respondWith: number | ApiResponse
  needs?: string | null
  /** Other objects that the change was decided with. If one has changed, nothing is written. */
  unchanged?: Version[]
  idempotency: Idempotency
  now: Date
}

/** Event types that are sent as webhooks; the others are only listed. */
const webhookTypes = new Set([
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'charge.refunded',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.closed',
  'radar.early_fraud_warning.created',
  'customer.updated',
  'customer.deleted',
  'setup_intent.succeeded',
  'payment_method.attached',
  'payment_method.detached',
])

export const hasWebhookType = (type: string) => webhookTypes.has(type)

/** The writing process delivers at once; another process takes over when the LEASE_MS has expired. */
export const LEASE_MS = 60_000

const statementTexts = new Map<string, string>()

/**
 * Builds one statement for a whole change. Every part depends on the root's row: if another request
 * changed it or used the key, nothing is written. Each object's JSON is sent only one time, for the
 * object, its events and the stored response.
 */
export function writeStatement(write: Write, newId: () => string) {
  const { root, related, pendingEvents, respondWith, unchanged = [], idempotency, now } = write
  const objects = [root, ...related].map((entry) => JSON.stringify(entry.data))
  const response =
    typeof respondWith === 'number'
      ? { status: 200, body: objects[respondWith] ?? '' }
      : respondWith

  const values: unknown[] = [Math.floor(now.getTime() / 1000), root.id]
  if (write.version === null) values.push(root.type, root.intent, root.behavior)
  else values.push(write.version, ...unchanged.flatMap(({ id, version }) => [id, version]))
  values.push(root.customer, root.email, objects[0])
  related.forEach((entry, index) => {
    values.push(entry.id, entry.type, entry.intent, entry.behavior, entry.customer)
    values.push(objects[index + 1])
  })
  for (const event of pendingEvents) {
    event.id = `evt_${newId()}`
    values.push(event.id, event.type)
  }
  if (pendingEvents.some((event) => hasWebhookType(event.type)))
    values.push(new Date(now.getTime() + LEASE_MS))
  if (idempotency.key !== null) {
    values.push(idempotency.key, idempotency.fingerprint, response.status, now)
    if (typeof respondWith !== 'number') values.push(response.body)
  }
  if (write.needs) values.push(write.needs)

  const name = statementName(write)
  let text = statementTexts.get(name)
  if (text === undefined) {
    text = buildSql(write)
    statementTexts.set(name, text)
  }
  return { query: { name, text, values }, response, objects }
}

/** Writes with the same structure share a prepared statement. */
function statementName({
  version,
  related,
  pendingEvents,
  respondWith,
  idempotency,
  needs,
  unchanged = [],
}: Write): string {
  const eventsPart = pendingEvents
    .map((event) => `${event.objectIndex}${hasWebhookType(event.type) ? 'd' : ''}`)
    .join('_')
  const keyPart =
    idempotency.key === null ? '' : typeof respondWith === 'number' ? `k${respondWith}` : 'kb'
  return `sandbox_${version === null ? 'new' : 'old'}_${related.length}_${eventsPart}_${keyPart}${needs ? 'n' : ''}${unchanged.length || ''}`
}

/** Must use the order in which `writeStatement` lists its values. */
function buildSql(write: Write): string {
  let count = 1
  const next = (cast = 'text') => `$${++count}::${cast}`
  const { related, pendingEvents, unchanged = [], idempotency, respondWith } = write
  const data: string[] = []
  // Declares the type of the first value, which other parts may not use.
  const parts: string[] = ['created_seconds as (select $1::bigint)']

  const id = next()
  if (write.version === null) {
    const [type, intent, behavior, customer, email, body] = [
      next(),
      next(),
      next(),
      next(),
      next(),
      next(),
    ]
    data.push(body)
    parts.push(`root as (insert into sandbox.objects
      (id, type, created, intent, behavior, customer, email, data)
      select ${id}, ${type}, $1::bigint, ${intent}, ${behavior}, ${customer}, ${email}, ${body}::jsonb
      /*needs*/ returning 1)`)
  } else {
    const version = next('int')
    const conditions = unchanged.map(
      () => `and exists (select 1 from sandbox.objects
        where id = ${next()} and version = ${next('int')})`,
    )
    const [customer, email, body] = [next(), next(), next()]
    data.push(body)
    parts.push(`root as (update sandbox.objects set version = version + 1, data = ${body}::jsonb,
      customer = ${customer}, email = ${email}
      where id = ${id} and version = ${version} ${conditions.join(' ')} returning 1)`)
  }
  related.forEach((_, index) => {
    const columns = [next(), next(), '$1::bigint', next(), next(), next()]
    const body = next()
    data.push(body)
    parts.push(`related${index} as (insert into sandbox.objects
      (id, type, created, intent, behavior, customer, data)
      select ${columns.join(', ')}, ${body}::jsonb from root
      on conflict (id) do update set data = excluded.data, customer = excluded.customer,
        version = sandbox.objects.version + 1)`)
  })
  const ids = pendingEvents.map((event) => ({ event, id: next(), type: next() }))
  const due = pendingEvents.some((event) => hasWebhookType(event.type))
    ? next('timestamptz')
    : 'null'
  ids.forEach(({ event, id: eventId, type }, index) => {
    parts.push(`event${index} as (insert into sandbox.events (id, type, created, data, due_at)
      select ${eventId}, ${type}, $1::bigint, ${data[event.objectIndex]}::jsonb,
      ${hasWebhookType(event.type) ? due : 'null'} from root)`)
  })
  if (idempotency.key !== null) {
    const columns = [next(), next(), next('int'), next('timestamptz')]
    parts.push(`stored_response as (insert into sandbox.idempotency_keys
      (key, fingerprint, status, created_at, body)
      select ${columns.join(', ')}, ${typeof respondWith === 'number' ? data[respondWith] : next()} from root)`)
  }
  const needs = write.needs
    ? `where exists (select 1 from sandbox.objects where id = ${next()} and type = 'customer'
        and data -> 'deleted' is null)`
    : ''
  // Writes with webhooks are durable at once; the others with the shop's next synchronous commit.
  const hasWebhook = pendingEvents.some((event) => hasWebhookType(event.type))
  const end = hasWebhook ? '1' : "set_config('synchronous_commit', 'off', true)"
  return `with ${parts.join(',\n')} select ${end} from root`.replace('/*needs*/', needs)
}
