import { Mail, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { formatDate } from '#contract/dates/calendar.ts'
import type { ImportedSubscription } from '#contract/staff/subscription-imports.ts'
import { useSave } from '#web/admin/form/use-save.ts'
import { staffPaths } from '#web/admin/staff-paths.ts'
import { removeImported, sendLinks } from '#web/api/staff/subscription-imports.ts'
import { formatDateTime } from '#web/shared/instant.ts'
import { frequencyLabel } from '#web/shared/orders/frequency.ts'
import { SiteLink } from '#web/shared/site-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { Table, TableCell, TableRow } from '#web/ui/table/table.tsx'
import { ImportStateBadge } from './import-states.tsx'

const compactRow =
  'compact:grid-flow-col compact:grid-cols-[minmax(0,1fr)_auto_5rem] compact:grid-rows-2 compact:*:last:row-span-2'

/** The two texts of a cell share the line of a compact row, and have one each in a table. */
const twoTextsClass = 'wrap-anywhere min-w-0 compact:line-clamp-1 compact:break-all'
const textClass = 'block compact:inline @4xl:line-clamp-1 @4xl:break-all'
const secondTextClass = `${textClass} text-muted compact:ml-2`

const columns = ['Customer', 'Address', 'Subscription', 'Bottles held', 'Status'] as const

type Row = ImportedSubscription

export function ImportedTable({ rows }: { rows: readonly Row[] }) {
  const [toRemove, setToRemove] = useState<Row>()
  const remove = useSave({
    save: removeImported,
    successMessage: 'Imported subscription removed',
    errorMessage: 'Failed to remove imported subscription',
    onDone: () => undefined,
  })
  return (
    <>
      <Table label="Imported subscriptions" columns={columns} isCompact hasActions>
        {rows.map((row) => (
          <TableRow key={row.id} className={compactRow}>
            <TableCell label="Customer">
              <div className={twoTextsClass}>
                <SiteLink
                  href={staffPaths.customer(row.customerId)}
                  className={`${textClass} font-semibold hover:underline`}
                >
                  {row.name}
                </SiteLink>
                <span className={secondTextClass} title={row.email}>
                  {row.email}
                </span>
              </div>
            </TableCell>
            <TableCell label="Address" className="compact:hidden">
              <div className="wrap-anywhere min-w-0">
                <span className={textClass} title={row.address}>
                  {row.address}
                </span>
                {row.notes ? (
                  <span className={secondTextClass} title={row.notes}>
                    Notes: {row.notes}
                  </span>
                ) : null}
              </div>
            </TableCell>
            <TableCell label="Subscription">
              <div className={twoTextsClass}>
                <span className={textClass} title={row.items}>
                  {row.items}
                </span>
                <span className="block text-muted compact:ml-2 compact:inline @4xl:whitespace-nowrap">
                  {frequencyLabel(row.frequency)}, next {formatDate(row.nextDate, 'short')}
                </span>
              </div>
            </TableCell>
            <TableCell label="Bottles held" className="tabular-nums compact:hidden">
              {row.bottlesHeld}
            </TableCell>
            <TableCell label="Status" className="compact:row-span-2">
              <div className="min-w-0 compact:text-right">
                <ImportStateBadge state={row.state} />
                <StateTime row={row} />
              </div>
            </TableCell>
            <TableCell>
              <Actions row={row} onRemove={() => setToRemove(row)} />
            </TableCell>
          </TableRow>
        ))}
      </Table>
      <ConfirmDialog
        open={toRemove !== undefined}
        onOpenChange={(isOpen) => {
          if (!isOpen) setToRemove(undefined)
        }}
        title="Remove imported subscription?"
        dismissLabel="Keep subscription"
        confirmLabel="Remove subscription"
        isBusy={remove.isPending}
        onConfirm={() => {
          if (toRemove) remove.mutate(toRemove.id)
          setToRemove(undefined)
        }}
      >
        <p>
          We'll disable {toRemove?.name}'s link and remove the imported bottles. You can import the
          subscription again.
        </p>
      </ConfirmDialog>
    </>
  )
}

function StateTime({ row }: { row: Row }) {
  const { state, sentAt, expiresAt, answeredAt, subscriptionId } = row
  if (subscriptionId) {
    return (
      <SiteLink href={staffPaths.subscription(subscriptionId)} className="block text-sm underline">
        View subscription
      </SiteLink>
    )
  }
  const texts: Partial<Record<Row['state'], string | null>> = {
    sent: sentAt && `Sent ${formatDateTime(sentAt)}`,
    expired: expiresAt && `Expired ${formatDateTime(expiresAt)}`,
    declined: answeredAt && formatDateTime(answeredAt),
  }
  const text = texts[state]
  return text ? <span className="block whitespace-nowrap text-muted text-sm">{text}</span> : null
}

function Actions({ row, onRemove }: { row: Row; onRemove: () => void }) {
  const send = useSave({
    save: () => sendLinks({ id: row.id }),
    successMessage: 'Link queued',
    errorMessage: 'Failed to send link',
    onDone: () => undefined,
  })
  if (row.state === 'agreed') return null
  const canSend = row.state !== 'declined' && row.state !== 'sending'
  return (
    <div className="ml-auto flex w-fit gap-1">
      {canSend ? (
        <Button
          variant="ghost"
          size="icon"
          className="compact:size-9 @4xl:size-9"
          aria-label={`Send link to ${row.name}`}
          disabled={send.isPending}
          onClick={() => send.mutate(undefined)}
        >
          <Mail aria-hidden className="size-4.5" />
        </Button>
      ) : null}
      <Button
        variant="ghost"
        size="icon"
        className="compact:size-9 @4xl:size-9"
        aria-label={`Remove ${row.name}`}
        onClick={onRemove}
      >
        <Trash2 aria-hidden className="size-4.5" />
      </Button>
    </div>
  )
}
