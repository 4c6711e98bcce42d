export type Answer = { status: number; body: string; replayed?: boolean }

/** What the request says about itself: the key that makes it safe to repeat, and its likeness. */
export type Once = { key: string | null; fingerprint: string }

export type Entry = {
  id: string
  type: string
  data: object
  customer?: string | null
  intent?: string | null
  email?: string | null
  behaviour?: string | null
}

/** An event about the object at that place: 0 is the root, 1 the first of `also`, and so on. */
export type Note = { type: string; of: number; id?: string }

export type Write = {
  root: Entry
  /** The version that was read, or null for a new object. */
  version: number | null
  also: Entry[]
  notes: Note[]
  /** The place of the object that is the answer, or an answer of its own such as a decline. */
  shows: number | Answer
  needs?: string | null
  once: Once
  now: Date
}

/** What a shop's webhook endpoint would subscribe to; the rest is only listed. */
const delivered = new Set([
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

export const isDelivered = (type: string) => delivered.has(type)

/** The writing process delivers at once; others take over when it has died meanwhile. */
export const lease = 60_000

const texts = new Map<string, string>()

/**
 * One statement for a whole change. Everything hangs on the root's row, so if that was changed by
 * another or its key was used, nothing is written. Object texts are sent once and used for the
 * object, its events and the stored answer alike.
 */
export function writeStatement(write: Write, newId: () => string) {
  const { root, also, notes, shows, once, now } = write
  const objects = [root, ...also].map((entry) => JSON.stringify(entry.data))
  const answer = typeof shows === 'number' ? { status: 200, body: objects[shows] ?? '' } : shows

  const values: unknown[] = [Math.floor(now.getTime() / 1000), root.id]
  if (write.version === null) values.push(root.type, root.intent, root.behaviour)
  else values.push(write.version)
  values.push(root.customer, root.email, objects[0])
  also.forEach((entry, place) => {
    values.push(entry.id, entry.type, entry.intent, entry.behaviour, entry.customer)
    values.push(objects[place + 1])
  })
  for (const note of notes) {
    note.id = `evt_${newId()}`
    values.push(note.id, note.type)
  }
  if (notes.some((note) => isDelivered(note.type))) values.push(new Date(now.getTime() + lease))
  if (once.key !== null) {
    values.push(once.key, once.fingerprint, answer.status, now)
    if (typeof shows !== 'number') values.push(answer.body)
  }
  if (write.needs) values.push(write.needs)

  const name = nameOf(write)
  let text = texts.get(name)
  if (text === undefined) {
    text = compose(write)
    texts.set(name, text)
  }
  return { query: { name, text, values }, answer, objects }
}

/** Writes of one form share one prepared statement. */
function nameOf({ version, also, notes, shows, once, needs }: Write): string {
  const told = notes.map((note) => `${note.of}${isDelivered(note.type) ? 'd' : ''}`).join('_')
  const kept = once.key === null ? '' : typeof shows === 'number' ? `k${shows}` : 'kb'
  return `sandbox_${version === null ? 'new' : 'old'}_${also.length}_${told}_${kept}${needs ? 'n' : ''}`
}

/** Mirrors the order in which `writeStatement` lists its values. */
function compose(write: Write): string {
  let count = 1
  const next = (cast = 'text') => `$${++count}::${cast}`
  const { also, notes, once, shows } = write
  const data: string[] = []
  // Names the type of the first value also where nothing else uses it.
  const parts: string[] = ['moment as (select $1::bigint)']

  const id = next()
  if (write.version === null) {
    const [type, intent, behaviour, customer, email, body] = [
      next(),
      next(),
      next(),
      next(),
      next(),
      next(),
    ]
    data.push(body)
    parts.push(`root as (insert into sandbox.objects
      (id, type, created, intent, behaviour, customer, email, data)
      select ${id}, ${type}, $1::bigint, ${intent}, ${behaviour}, ${customer}, ${email}, ${body}::jsonb
      /*needs*/ returning 1)`)
  } else {
    const [version, customer, email, body] = [next('int'), next(), next(), next()]
    data.push(body)
    parts.push(`root as (update sandbox.objects set version = version + 1, data = ${body}::jsonb,
      customer = ${customer}, email = ${email}
      where id = ${id} and version = ${version} returning 1)`)
  }
  also.forEach((_, place) => {
    const columns = [next(), next(), '$1::bigint', next(), next(), next()]
    const body = next()
    data.push(body)
    parts.push(`also${place} as (insert into sandbox.objects
      (id, type, created, intent, behaviour, customer, data)
      select ${columns.join(', ')}, ${body}::jsonb from root
      on conflict (id) do update set data = excluded.data, customer = excluded.customer,
        version = sandbox.objects.version + 1)`)
  })
  const ids = notes.map((note) => ({ note, id: next(), type: next() }))
  const due = notes.some((note) => isDelivered(note.type)) ? next('timestamptz') : 'null'
  ids.forEach(({ note, id: event, type }, place) => {
    parts.push(`note${place} as (insert into sandbox.events (id, type, created, data, due_at)
      select ${event}, ${type}, $1::bigint, ${data[note.of]}::jsonb,
      ${isDelivered(note.type) ? due : 'null'} from root)`)
  })
  if (once.key !== null) {
    const columns = [next(), next(), next('int'), next('timestamptz')]
    parts.push(`kept as (insert into sandbox.idempotency_keys
      (key, fingerprint, status, created_at, body)
      select ${columns.join(', ')}, ${typeof shows === 'number' ? data[shows] : next()} from root)`)
  }
  const needs = write.needs
    ? `where exists (select 1 from sandbox.objects where id = ${next()} and type = 'customer'
        and data -> 'deleted' is null)`
    : ''
  // What the shop is told of outlives a crash by itself; the rest does by the shop's next commit.
  const isTold = notes.some((note) => isDelivered(note.type))
  const end = isTold ? '1' : "set_config('synchronous_commit', 'off', true)"
  return `with ${parts.join(',\n')} select ${end} from root`.replace('/*needs*/', needs)
}
