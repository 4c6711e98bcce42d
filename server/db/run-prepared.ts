import { Column, DrizzleQueryError, getTableName, is, Param, Placeholder, SQL } from 'drizzle-orm'
import { PgTimestamp } from 'drizzle-orm/pg-core'
import type { Pool, QueryArrayConfig, QueryConfig } from 'pg'
import { writeInstant } from './connections/write-instant.ts'

type Field = { path: string[]; field: unknown }

/** Private fields of Drizzle's prepared query. */
export type PreparedQuery = {
  params: unknown[]
  /** Undefined if the query returns no rows. */
  fields: Field[] | undefined
  /** Of a query with joins: whether each table always has a row. */
  joinsNotNullableMap?: Record<string, boolean>
  queryConfig: QueryArrayConfig
  rawQueryConfig: QueryConfig
}

export type Values = Readonly<Record<string, unknown>>
export type Runner = (client: Pick<Pool, 'query'>, values: Values) => Promise<unknown>

type Decoder = { mapFromDriverValue(value: unknown): unknown }

/**
 * Runs a prepared query like Drizzle does, but looks up encoders and decoders once instead of on
 * every call. Returns undefined for rows that `compileRow` cannot read; Drizzle runs these.
 */
export function compileRunner(prepared: PreparedQuery): Runner | undefined {
  const { params, fields, queryConfig, rawQueryConfig } = prepared
  const readers = params.map(toParamReader)
  if (!fields) {
    return (client, values) => send(client, rawQueryConfig, toValues(readers, values))
  }
  const readRow = compileRow(fields, prepared.joinsNotNullableMap)
  if (!readRow) return undefined
  return async (client, values) => {
    const { rows } = await send(client, queryConfig, toValues(readers, values))
    return (rows as unknown[][]).map(readRow)
  }
}

type Row = Record<string, unknown>

/**
 * Reads flat rows, and rows with an object of columns per joined table. Builds a function with an
 * object literal: adding the columns one by one takes seven times as long.
 */
function compileRow(
  fields: Field[],
  joinsNotNullableMap: PreparedQuery['joinsNotNullableMap'],
): ((cells: unknown[]) => Row) | undefined {
  const columns: string[] = []
  const joined = new Map<string, { table: string; firstCell: string; columns: string[] }>()
  for (const [index, { path, field }] of fields.entries()) {
    const [name = '', column] = path
    const cell = `cells[${index}]`
    const value = hasPlainCells(getDecoder(field))
      ? cell
      : `${cell} === null ? null : decoders[${index}].mapFromDriverValue(${cell})`
    if (column === undefined) {
      columns.push(`${JSON.stringify(name)}: ${value}`)
      continue
    }
    if (path.length > 2 || !is(field, Column)) return undefined
    const table = getTableName(field.table)
    const known = joined.get(name) ?? { table, firstCell: cell, columns: [] }
    if (known.table !== table) return undefined
    joined.set(name, known)
    known.columns.push(`${JSON.stringify(column)}: ${value}`)
  }
  for (const [name, { table, firstCell, columns: own }] of joined) {
    // As in Drizzle, a joined table without a row is null. Its first column decides.
    const canBeMissing = joinsNotNullableMap?.[table] === false
    const orNull = canBeMissing ? `${firstCell} === null ? null : ` : ''
    columns.push(`${JSON.stringify(name)}: ${orNull}{ ${own.join(', ')} }`)
  }
  // The names come from the tables in the source code, never from a request.
  const build = new Function('decoders', `return (cells) => ({ ${columns.join(', ')} })`)
  return build(fields.map(({ field }) => getDecoder(field)))
}

/** Columns that Drizzle reads as they are, such as texts. */
const hasPlainCells = (decoder: Decoder): boolean =>
  decoder.mapFromDriverValue === Column.prototype.mapFromDriverValue

type ParamReader = (values: Values) => unknown

const instantEncoder = { mapToDriverValue: (instant: Date) => writeInstant(instant) }

function toParamReader(param: unknown): ParamReader {
  if (is(param, Placeholder)) return (values) => requireValue(values, param.name)
  if (!is(param, Param) || !is(param.value, Placeholder)) return () => param
  const encoder = is(param.encoder, PgTimestamp) ? instantEncoder : param.encoder
  const { name } = param.value
  return (values) => {
    const value = requireValue(values, name)
    return value === null ? null : encoder.mapToDriverValue(value)
  }
}

/** Throws for a missing value, which would be sent as null. */
function requireValue(values: Values, name: string): unknown {
  const value = values[name]
  if (value === undefined) throw new Error(`missing value for '${name}'`)
  return value
}

const toValues = (readers: ParamReader[], values: Values) => readers.map((read) => read(values))

function getDecoder(field: unknown): Decoder {
  if (is(field, Column)) return field
  const expression = is(field, SQL) ? field : (field as SQL.Aliased).sql
  return (expression as unknown as { decoder: Decoder }).decoder
}

/** Throws the same error type as Drizzle. */
async function send(client: Pick<Pool, 'query'>, config: QueryConfig, values: unknown[]) {
  try {
    return await client.query(config, values)
  } catch (error) {
    throw new DrizzleQueryError(config.text, values, error instanceof Error ? error : undefined)
  }
}
