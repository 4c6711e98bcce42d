import { addDays } from '#contract/dates/calendar.ts'
import { shopDate } from '#contract/dates/shop-calendar.ts'
import { scenarios } from '../scenarios.ts'
import { changeColumn, isSelect, type Mutant } from './mutant.ts'

const nothing = () => Promise.resolve({ rows: [] })

/** Deliberate bugs in tenders, invoices, statements and closed dates (rules 34, 39, 41, 42, 44). */
export const officeMutants: Mutant[] = [
  {
    name: 'rule 39: entries at once exceed the total',
    foundBy: scenarios.weekOfTenders,
    interceptor: () => ({
      rows(text, rows) {
        if (isSelect(text, 'tenders') && text.includes('"order_id" in')) rows.splice(0)
      },
    }),
  },
  {
    name: 'rule 39: a repeated entry is recorded twice',
    foundBy: scenarios.weekOfTenders,
    ddl: ['alter table tenders drop constraint tenders_pkey'],
    interceptor: () => ({
      rows(text, rows) {
        if (isSelect(text, 'tenders') && text.includes('"tenders"."id" = ')) rows.splice(0)
      },
    }),
  },
  {
    name: 'rule 39: an acknowledged tender is not written',
    foundBy: scenarios.weekOfTenders,
    interceptor: () => ({
      replaceQuery: (text, values) =>
        text.startsWith('insert into "tenders"') && values.includes('transfer')
          ? nothing()
          : undefined,
    }),
  },
  {
    name: 'rule 39: a reversed tender leaves its order paid',
    foundBy: { ...scenarios.weekOfTenders, seed: '2' },
    interceptor: () => ({
      replaceQuery: (text, values) =>
        text.startsWith('update "payments" set "status" = ') && values[0] === 'due'
          ? nothing()
          : undefined,
    }),
  },
  {
    name: 'rule 44: money is paid back without its tender',
    foundBy: scenarios.weekOfTenders,
    interceptor: () => ({
      replaceQuery: (text, values) =>
        text.startsWith('insert into "tenders"') && Number(values[3]) < 0 && values[5] === ''
          ? nothing()
          : undefined,
    }),
  },
  {
    name: 'rule 39: a payment is missing in the account',
    foundBy: scenarios.weekOfTenders,
    ddl: ['drop trigger tenders_invoice_insert on tenders'],
  },
  {
    name: 'rule 39: a cancelled invoice stays in the account',
    foundBy: { ...scenarios.weekOfTenders, seed: '3' },
    ddl: ['drop trigger orders_invoice_update on orders'],
  },
  {
    name: 'rule 41: an exempt office is charged tax',
    foundBy: { ...scenarios.weekOfTenders, seed: '2' },
    interceptor: () => ({
      rows(text, rows) {
        if (isSelect(text, 'tax_exemptions')) rows.splice(0)
      },
    }),
  },
  {
    name: 'rule 42: a deposit that is due is invoiced again',
    foundBy: scenarios.fewInvoices,
    interceptor: () => ({
      sql: (text) =>
        text.includes('"remaining_bottles"')
          ? text.replaceAll(`"payments"."status" = `, 'null = ')
          : text,
    }),
  },
  {
    name: 'rule 39: deliveries of the downtime are invoiced afterwards',
    foundBy: scenarios.fewInvoices,
    interceptor: ({ scheduler, calendar }) => ({
      rows(text, rows) {
        if (!isSelect(text, 'cycles')) return
        const today = shopDate(calendar, new Date(scheduler.now))
        changeColumn(text, rows, 'date', (date) =>
          String(date) < today && String(date) > addDays(today, -9) ? today : date,
        )
      },
    }),
  },
  {
    name: 'rule 39: an office without terms is still invoiced',
    foundBy: scenarios.invoices,
    interceptor: () => ({
      rows(text, rows) {
        if (text.startsWith('select "invoice_net_days" from "customers"'))
          for (const row of rows as unknown[][]) row[0] ??= 45
      },
    }),
  },
  {
    name: 'I6: a cancelled delivery is invoiced',
    foundBy: scenarios.fewInvoices,
    interceptor: () => ({
      rows(text, rows) {
        if (!isSelect(text, 'orders')) return
        changeColumn(text, rows, 'status', (status) =>
          status === 'cancelled' ? 'pending' : status,
        )
      },
    }),
  },
  {
    name: 'rule 39: an office gets no statement',
    foundBy: scenarios.fewInvoices,
    interceptor: () => ({
      replaceQuery: (text, values) =>
        text.startsWith('insert into "emails"') && values.includes('invoice_statement')
          ? nothing()
          : undefined,
    }),
  },
  {
    name: 'rule 34: deliveries stay on a date that is closed later',
    foundBy: scenarios.fewInvoices,
    interceptor: () => ({
      rows(text, rows) {
        if (text.startsWith('select "id" from "orders"') && text.includes('"delivery_date" in'))
          rows.splice(0)
      },
    }),
  },
]
