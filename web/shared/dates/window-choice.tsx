import { useEffect } from 'react'
import type { TimeWindow } from '#contract/zones/time-window.ts'
import { isSameWindow, windowText } from '#contract/zones/window-text.ts'
import { RadioCards } from '#web/ui/form/radio-cards.tsx'
import type { OfferedDates } from './use-delivery-dates.ts'

export type ChosenWindow = TimeWindow | null | undefined

type WindowChoiceProps = {
  offered: OfferedDates
  date: string
  value: ChosenWindow
  onChange: (window: TimeWindow | null) => void
  /** Whether the choice can be left open. */
  isOptional?: boolean
}

const ANY = 'any'

/** Rule 46: the time windows of the chosen date, if its zone has some. */
export function WindowChoice(props: WindowChoiceProps) {
  const { offered, date, value, onChange, isOptional = true } = props
  const isReady = offered.status === 'ready'
  const windows = isReady ? (offered.dates.find((day) => day.date === date)?.windows ?? []) : []
  const chosen = value && windows.find((window) => isSameWindow(window, value))
  const isOutdated = isReady && Boolean(value) && !chosen

  // Another date or ZIP code may not have the window.
  useEffect(() => {
    if (isOutdated) onChange(null)
  }, [isOutdated, onChange])

  if (windows.length === 0) return null
  return (
    <RadioCards
      legend={isOptional ? 'Time window (optional)' : 'Time window'}
      className="sm:grid sm:grid-cols-3 sm:[&_label]:gap-2 sm:[&_label]:px-3"
      options={[
        ...(isOptional ? [{ value: ANY, label: 'Any time' }] : []),
        ...windows.map((window) => ({ value: window.from, label: windowText(window) })),
      ]}
      value={chosen ? chosen.from : isOptional ? ANY : ''}
      onChange={(from) => onChange(windows.find((window) => window.from === from) ?? null)}
    />
  )
}
