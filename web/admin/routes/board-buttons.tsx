import { ClipboardList, Printer } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import type { DayTotals } from './model/lanes.ts'
import { showSheet } from './show-date.ts'

type BoardButtonsProps = { date: string; totals: DayTotals }

export function BoardButtons({ date, totals }: BoardButtonsProps) {
  if (totals.stops === 0) return null
  return (
    <>
      <Button variant="secondary" size="small" onClick={() => showSheet(date, 'routes')}>
        <Printer aria-hidden className="size-4" />
        Route sheets
      </Button>
      <Button variant="secondary" size="small" onClick={() => showSheet(date, 'loads')}>
        <ClipboardList aria-hidden className="size-4" />
        Load sheets
      </Button>
    </>
  )
}
