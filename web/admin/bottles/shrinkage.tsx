import type { BottleOverview } from '#contract/bottles/staff-bottles.ts'
import { formatDate } from '#contract/dates/calendar.ts'
import { DataTable, Section } from './data-table.tsx'

type Shrinkages = BottleOverview['shrinkage']

const toRows = (rows: Shrinkages['byDriver']) =>
  rows.map(({ name, routes, difference }) => ({ key: name, cells: [name, routes, difference] }))

/** '2026-03' becomes 'March 2026'. */
const monthLabel = (name: string) =>
  new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${name}-01`),
  )

/** '2026-03-02, Truck 1' becomes 'Mar 2, 2026, Truck 1'. */
const routeLabel = (name: string) => formatDate(name.slice(0, 10), 'short') + name.slice(10)

const NOTHING = 'No route has come back in the last 12 weeks.'

/** Rule 61: bottles that did not come back. */
export const Shrinkage = ({ byDriver, byRoute, byMonth }: Shrinkages) => (
  <Section title="Shrinkage">
    <div className="grid items-start gap-6 xl:grid-cols-2">
      <DataTable
        label="Shrinkage by driver"
        empty={NOTHING}
        columns={['Driver', 'Routes', 'Missing']}
        rows={toRows(byDriver)}
      />
      <DataTable
        label="Shrinkage by month"
        empty={NOTHING}
        columns={['Month', 'Routes', 'Missing']}
        rows={toRows(byMonth).map(({ key, cells: [, ...counts] }) => ({
          key,
          cells: [monthLabel(key), ...counts],
        }))}
      />
      {byRoute.length > 0 ? (
        <DataTable
          label="Shrinkage by route"
          empty={NOTHING}
          columns={['Route', 'Missing']}
          rows={byRoute.map(({ name, difference }) => ({
            key: name,
            cells: [routeLabel(name), difference],
          }))}
        />
      ) : null}
    </div>
  </Section>
)
