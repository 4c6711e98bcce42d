import { firstNames, lastNames, streets, towns } from '#server/demo/names.ts'

/** A list of texts as an SQL array. */
const textArray = (texts: readonly string[]) =>
  `array[${texts.map((text) => `'${text.replaceAll("'", "''")}'`).join(', ')}]`

const cities = towns.map(([{ city }]) => city)

/**
 * Numbers that look random but follow from a row's number, so that every table finds the ids of the
 * others without a lookup. Order numbers are the first 8 digits of the id: an odd factor makes
 * them differ, and the highest bit keeps them away from the due day's small ones.
 */
export const helpers = [
  'create schema fill',
  `create function fill.u(n bigint, salt int) returns float8 immutable language sql as $$
     select (hashint8extended(n, salt) & 16777215)::float8 / 16777216 $$`,
  `create function fill.hex(n bigint, salt int) returns text immutable language sql as $$
     select lpad(to_hex(hashint8extended(n, salt)), 16, '0')
       || lpad(to_hex(hashint8extended(n, salt + 1)), 16, '0') $$`,
  `create function fill.id(n bigint, salt int) returns uuid immutable language sql as $$
     select overlay(overlay(fill.hex(n, salt) placing '4' from 13) placing '8' from 17)::uuid $$`,
  `create function fill.order_id(n bigint) returns uuid immutable language sql as $$
     select overlay(fill.id(n, 10)::text
       placing to_hex((n * 1103515245 & 2147483647) | 2147483648) from 1)::uuid $$`,
  // A low number is more likely, as with names and towns.
  `create function fill.pick(list text[], x float8) returns text immutable language sql as $$
     select list[1 + floor(cardinality(list) * x * x)::int] $$`,
]

/** $1: customers, $2: ZIP codes. */
export const people = `
  create table fill.people as
  select n, fill.id(n, 20) as id, first || ' ' || last as name,
    lower(first || '.' || last) || '.' || to_hex(n) || '@'
      || fill.pick(array['mail.example', 'post.example', 'example.com', 'example.org'], fill.u(n, 3)) as email,
    '845-555-' || lpad((n * 7919 % 10000)::text, 4, '0') as phone,
    1 + floor(400 * fill.u(n, 4))::int || ' ' || fill.pick(${textArray(streets)}, fill.u(n, 5)) as address,
    fill.pick(${textArray(cities)}, fill.u(n, 6)) as city,
    fill.pick($2::text[], fill.u(n, 6)) as zip
  from generate_series(1, $1::bigint) n, lateral (
    select fill.pick(${textArray(firstNames)}, fill.u(n, 1)) as first,
      fill.pick(${textArray(lastNames)}, fill.u(n, 2)) as last) named`

/** A customer is as old as the first order. */
export const customers = `
  insert into customers (id, email, name, phone, first_signed_in_at, created_at)
  select p.id, p.email, p.name, p.phone, case when fill.u(p.n, 7) < 0.4 then o.first_at end, o.first_at
  from fill.people p
  join (select customer_n, min(created_at) as first_at from fill.orders group by 1) o on o.customer_n = p.n
  order by o.first_at`

export const providerCustomers = `
  insert into provider_customers (customer_id, customer_ref, created_at)
  select p.id, 'cus_' || fill.hex(p.n, 30), c.created_at
  from fill.people p join customers c on c.id = p.id`
