import { and, desc, eq, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import type { AuditEntry, AuditQuery } from '#contract/staff/staff.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { countUpTo, likePattern } from '#server/db/keyset.ts'
import { toEntry } from './history.ts'
import { auditEntries } from './tables.ts'

/** Uses the entry id as the cursor, because ids increase with time. */
export async function auditPage(
  db: DbOrTx,
  query: AuditQuery,
  limit: number,
): Promise<{ rows: AuditEntry[]; next: string | undefined }> {
  const cursor = /^\d{1,15}$/.test(query.cursor ?? '') ? Number(query.cursor) : undefined
  const rows = await db
    .select()
    .from(auditEntries)
    .where(
      and(
        await toFilter(db, query),
        cursor === undefined ? undefined : lt(auditEntries.id, cursor),
      ),
    )
    .orderBy(desc(auditEntries.id))
    .limit(limit + 1)
  const page = rows.slice(0, limit)
  return {
    rows: page.map(toEntry),
    next: rows.length > limit ? String(page.at(-1)?.id) : undefined,
  }
}

export async function auditTotal(db: DbOrTx, query: AuditQuery): Promise<string> {
  const filter = await toFilter(db, query)
  const where = filter ? sql`where ${filter}` : sql``
  return countUpTo(db, sql`select 1 from ${auditEntries} ${where}`)
}

async function toFilter(db: DbOrTx, query: AuditQuery): Promise<SQL | undefined> {
  const { subjectId, status: kind, q } = query
  return and(
    subjectId ? eq(auditEntries.subjectId, subjectId) : undefined,
    // 'order.updated' and 'orders.exported' have the same entity type.
    kind ? sql`rtrim(split_part(${auditEntries.action}, '.', 1), 's') = ${kind}` : undefined,
    q?.trim() ? await matchesSearch(db, q.trim().toLowerCase()) : undefined,
  )
}

/** Matches part of the actor's email address or the start of the entity's id. */
async function matchesSearch(db: DbOrTx, text: string): Promise<SQL> {
  const actors = await findActors(db, text)
  const byActor = actors.length ? inArray(auditEntries.staffEmail, actors) : undefined
  const range = idRange(text)
  const bySubjectId =
    range && sql`${auditEntries.subjectId} between ${range.first} and ${range.last}`
  return or(byActor, bySubjectId) ?? sql`false`
}

/** Finds distinct email addresses with a skip scan of the index: few staff have many entries. */
async function findActors(db: DbOrTx, text: string): Promise<string[]> {
  const { rows } = await db.execute<{ email: string }>(sql`
    with recursive actors as (
      select min(staff_email) as email from audit_entries
      union all
      select (select min(staff_email) from audit_entries where staff_email > actors.email)
      from actors where actors.email is not null
    )
    select email from actors where lower(email) like ${likePattern(text)}`)
  return rows.map(({ email }) => email)
}

function idRange(text: string): { first: string; last: string } | undefined {
  const digits = text.replaceAll('-', '')
  if (!/^[0-9a-f]{4,32}$/.test(digits)) return undefined
  const toUuid = (filler: string) =>
    digits.padEnd(32, filler).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { first: toUuid('0'), last: toUuid('f') }
}
