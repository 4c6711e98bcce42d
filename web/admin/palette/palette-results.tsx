import { Command } from 'cmdk'
import { Package, Users } from 'lucide-react'
import { formatOrderNumber } from '#contract/order-number.ts'
import { staffPaths } from '#web/admin/staff-paths.ts'
import { formatDay } from '#web/shared/instant.ts'
import { PaletteItem, paletteGroupClass } from './palette-item.tsx'
import type { SearchResults } from './use-search-results.ts'

type PaletteResultsProps = { results: SearchResults; onJump: (path: string) => void }

export function PaletteResults({ results: { customers, orders }, onJump }: PaletteResultsProps) {
  return (
    <>
      {customers.length ? (
        <Command.Group heading="Customers" className={paletteGroupClass}>
          {customers.map(({ id, name, email }) => (
            <PaletteItem
              key={id}
              value={`customer-${id}`}
              icon={Users}
              {...(name && email ? { detail: email } : {})}
              onSelect={() => onJump(staffPaths.customer(id))}
            >
              {name || email}
            </PaletteItem>
          ))}
        </Command.Group>
      ) : null}
      {orders.length ? (
        <Command.Group heading="Orders" className={paletteGroupClass}>
          {orders.map(({ id, customerName, customer, customerEmail, deliveryDate }) => (
            <PaletteItem
              key={id}
              value={`order-${id}`}
              icon={Package}
              detail={formatDay(deliveryDate)}
              onSelect={() => onJump(staffPaths.order(id))}
            >
              {formatOrderNumber(id)}{' '}
              <span className="font-normal">
                {customerName || customer?.email || customerEmail}
              </span>
            </PaletteItem>
          ))}
        </Command.Group>
      ) : null}
    </>
  )
}
