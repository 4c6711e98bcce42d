import { Column, DrizzleQueryError, is, Param, Placeholder, SQL } from 'drizzle-orm'
import type { Pool, QueryArrayConfig, QueryConfig } from 'pg'

/** What Drizzle keeps of a query that it has prepared, behind its types. */
export type Prepared = {
  params: unknown[]
  /** None where nothing is to be returned. */
  fields: { path: string[]; field: unknown }[] | undefined
  queryConfig: QueryArrayConfig
  rawQueryConfig: QueryConfig
}

export type Values = Readonly<Record<string, unknown>>
export type Runner = (client: Pick<Pool, 'query'>, values: Values) => Promise<unknown>

type Decoder = { mapFromDriverValue(value: unknown): unknown }

/**
 * Does what Drizzle does at every call of a prepared query, but finds out only once what each value
 * and each column is. Nothing for rows that nest, as those of a join may: they are left to Drizzle.
 */
export function compileRunner({
  params,
  fields,
  queryConfig,
  rawQueryConfig,
}: Prepared): Runner | undefined {
  const fill = params.map(toParamReader)
  if (!fields) {
    return async (client, values) => send(client, rawQueryConfig, toValues(fill, values))
  }
  if (fields.some(({ path }) => path.length !== 1)) return undefined

  const columns = fields.map(({ path: [name = ''], field }) => ({
    name,
    decoder: getDecoder(field),
  }))
  return async (client, values) => {
    const { rows } = await send(client, queryConfig, toValues(fill, values))
    return (rows as unknown[][]).map((cells) => {
      const row: Record<string, unknown> = {}
      columns.forEach(({ name, decoder }, place) => {
        const cell = cells[place]
        row[name] = cell === null ? null : decoder.mapFromDriverValue(cell)
      })
      return row
    })
  }
}

type ParamReader = (values: Values) => unknown

function toParamReader(param: unknown): ParamReader {
  if (is(param, Placeholder)) return (values) => requireValue(values, param.name)
  if (!is(param, Param) || !is(param.value, Placeholder)) return () => param
  const { encoder } = param
  const { name } = param.value
  return (values) => {
    const value = requireValue(values, name)
    return value === null ? null : encoder.mapToDriverValue(value)
  }
}

/** One that is missing would go out as null. */
function requireValue(values: Values, name: string): unknown {
  const value = values[name]
  if (value === undefined) throw new Error(`no value for '${name}' was given`)
  return value
}

const toValues = (fill: ParamReader[], values: Values) => fill.map((one) => one(values))

function getDecoder(field: unknown): Decoder {
  if (is(field, Column)) return field
  const expression = is(field, SQL) ? field : (field as SQL.Aliased).sql
  return (expression as unknown as { decoder: Decoder }).decoder
}

/** A failure looks as it does when Drizzle sends the query. */
async function send(client: Pick<Pool, 'query'>, config: QueryConfig, values: unknown[]) {
  try {
    return await client.query(config, values)
  } catch (error) {
    throw new DrizzleQueryError(config.text, values, error instanceof Error ? error : undefined)
  }
}
