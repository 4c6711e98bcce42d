import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { StaffCredit } from '#contract/credit.ts'
import { PanelSection } from '#web/admin/detail/panel-section.tsx'
import { useCan } from '#web/admin/layout/use-can.ts'
import { CreditList } from '#web/shared/orders/credit-list.tsx'
import { Button } from '#web/ui/button.tsx'
import { AddCreditDialog } from './add-credit-dialog.tsx'

/** A customer's account credit (rule 43). */
export function CreditSection({ id, credit }: { id: string; credit: StaffCredit }) {
  const [isAdding, setIsAdding] = useState(false)
  const canAdd = useCan()('credit.create')
  return (
    <PanelSection
      title="Account credit"
      action={
        canAdd ? (
          <Button variant="secondary" size="small" onClick={() => setIsAdding(true)}>
            <Plus aria-hidden className="size-4" />
            Add credit
          </Button>
        ) : null
      }
    >
      <p>
        <span className="text-muted">Balance</span>{' '}
        <strong className="tabular-nums">${credit.balance}</strong>
      </p>
      {credit.entries.length > 0 ? (
        <CreditList
          entries={credit.entries}
          detail={({ reason, staffEmail }) =>
            reason || staffEmail ? (
              <p className="wrap-anywhere text-sm">
                {[reason, staffEmail].filter(Boolean).join(', ')}
              </p>
            ) : null
          }
        />
      ) : (
        <p className="text-muted text-sm">No credit yet.</p>
      )}
      {isAdding ? <AddCreditDialog id={id} onClose={() => setIsAdding(false)} /> : null}
    </PanelSection>
  )
}
