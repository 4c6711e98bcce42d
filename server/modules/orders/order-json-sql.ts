import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { customers } from '#server/modules/identity/tables.ts'
import { payments } from '#server/modules/payments/tables.ts'
import { orderItems, orders } from './tables.ts'

/**
 * Builds JSON text from a template, without its line breaks. json_build_object looks up each
 * value's type again for every row, which takes twice as long as the rest of the query.
 */
function jsonSql(texts: TemplateStringsArray, ...values: SQLWrapper[]): SQL<string> {
  const literal = (text: string) => sql.raw(`'${text.replace(/\n\s*/g, '')}'`)
  const parts = texts.map(
    (text, index) => sql`${literal(text)}${values[index] ? sql`, ${values[index]}` : sql``}`,
  )
  return sql`concat(${sql.join(parts, sql`, `)})`
}

/** For free text and nullable columns: the JSON string with its quotes, or null. */
const quoted = (value: SQLWrapper) => sql`coalesce(to_json(${value})::text, 'null')`
const money = (cents: SQLWrapper) => sql`(${cents} / 100.0)::numeric(12, 2)`

const item = jsonSql`{"id":"${orderItems.id}","price":"${money(orderItems.priceCents)}",
  "quantity":${orderItems.quantity},"product":{"id":${quoted(orderItems.productId)},
  "name":${quoted(orderItems.productName)},"size":"${orderItems.productSize}"}}`

const items = sql`(select string_agg(${item}, ',' order by ${orderItems.position})
  from ${orderItems} where ${orderItems.orderId} = ${orders.id})`

const customer = sql`case when ${customers.id} is null then 'null'
  else ${jsonSql`{"id":"${customers.id}","email":${quoted(customers.email)}}`} end`

const tax = sql`case when ${orders.taxCents} > 0
  then ${jsonSql`,"tax":"${money(orders.taxCents)}"`} end`

const deposit = sql`case when ${orders.depositCents} > 0
  then ${jsonSql`,"deposit":"${money(orders.depositCents)}"`} end`

const credit = sql`case when ${payments.creditCents} > 0
  then ${jsonSql`,"credit":"${money(payments.creditCents)}","due":"${money(payments.amountCents)}"`} end`

const deliveryWindow = sql`',"deliveryWindow":' || ${orders.deliveryWindow}::text`

const createdAt = sql`to_char(${orders.createdAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const paymentTerms = sql`case when ${payments.netDays} is not null then '"invoice"'
  when ${payments.kind} = 'tender' then '"on_delivery"' else 'null' end`

/**
 * The JSON text of the contract's Order for staff, like `toOrderView`, but built by PostgreSQL.
 * Staff load this list all day, and converting fifty orders to objects and back takes most of a
 * request's time.
 */
export const orderJsonSql = jsonSql`{"id":"${orders.id}","createdAt":"${createdAt}",
  "status":"${orders.status}","deliveryStatus":"${orders.deliveryStatus}",
  "paymentStatus":"${sql`coalesce(${payments.status}, 'pending')`}",
  "paymentTerms":${paymentTerms},"netDays":${sql`coalesce(${payments.netDays}::text, 'null')`},"paymentDueOn":${quoted(payments.dueOn)},
  "channel":"${orders.channel}",
  "deliveryDate":${quoted(orders.deliveryDate)}${deliveryWindow},
  "subtotal":"${money(orders.subtotalCents)}","discount":"${money(orders.discountCents)}",
  "total":"${money(orders.totalCents)}"${tax}${deposit}${credit},"isRecurring":${sql`${orders.isRecurring}::text`},
  "recurringFrequency":${quoted(orders.recurringFrequency)},
  "parentOrderId":${quoted(orders.parentOrderId)},"customer":${customer},
  "customerEmail":${quoted(orders.customerEmail)},"customerName":${quoted(orders.customerName)},
  "customerPhone":${quoted(orders.customerPhone)},
  "deliveryAddress":${quoted(orders.deliveryAddress)},"deliveryCity":${quoted(orders.deliveryCity)},
  "deliveryState":${quoted(orders.deliveryState)},"deliveryZip":${quoted(orders.deliveryZip)},
  "items":[${items}],"version":${orders.version}}`
