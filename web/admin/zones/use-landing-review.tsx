import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { LandingEffect } from '#contract/zones/landing.ts'
import type { SavedZone } from '#contract/zones/zones.ts'
import { pageData } from '#web/api/page-data.ts'
import { LandingSummary } from './landing-summary.tsx'
import type { ZoneValues } from './zone-values.ts'

type LandingReview = {
  isChecking: boolean
  /** The button after the dates were shown. */
  submitLabel: string | undefined
  notice: ReactNode
  /** Returns whether the values can be saved: nothing moves, or the moves were shown. */
  check: (values: ZoneValues) => Promise<boolean>
}

/** Rule 47: shows which deliveries move before a zone is saved. */
export function useLandingReview(
  preview: (values: ZoneValues) => Promise<SavedZone>,
): LandingReview {
  const [isChecking, setIsChecking] = useState(false)
  const [visible, setVisible] = useState<{ landing: LandingEffect; key: string }>()
  async function check(values: ZoneValues): Promise<boolean> {
    const key = JSON.stringify(values)
    // While the setting is off, zones move nothing.
    if (!pageData().shop.routeDaysOnly || visible?.key === key) return true
    setIsChecking(true)
    // Saving reports the same error.
    const landing = await preview(values).then(
      (zone) => zone.landing,
      () => undefined,
    )
    setIsChecking(false)
    if (!landing || landing.subscriptions === 0) return true
    setVisible({ landing, key })
    return false
  }
  return {
    isChecking,
    submitLabel: visible && 'Save and email customers',
    notice: visible ? <Notice landing={visible.landing} /> : null,
    check,
  }
}

/** Takes the focus, because it appears below the fields. */
function Notice({ landing }: { landing: LandingEffect }) {
  const section = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new result is announced, too
  useEffect(() => section.current?.focus(), [landing])
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label="Deliveries that move"
      className="flex flex-col gap-3 rounded-control border border-line p-4"
    >
      <h3 className="font-semibold">Deliveries that move</h3>
      <LandingSummary landing={landing} />
    </section>
  )
}
