import { useEffect, useRef, useState } from 'react'
import { readValue, toDraftKey, writeValue } from './storage/saved-routes.ts'
import { useDriver } from './use-driver.ts'

/**
 * The values of a form. What the driver changed is kept on the phone under `draftKey`, because opening
 * the camera can make the phone close the app; the rest follows `initial`, which dispatch may change.
 * Null until the draft has been read. The event that the form records removes it.
 */
export function useDraft<Values extends object>(name: string, initial: Values) {
  const { db, state } = useDriver()
  const draftKey = toDraftKey(state.device?.deviceId ?? '', state.saved?.routeId ?? '', name)
  const [changes, setChanges] = useState<Partial<Values> | null>(null)
  // A photo is ready long after it was taken, when other fields have changed.
  const latest = useRef<Partial<Values>>({})
  const preparing = useRef<Promise<unknown>>(Promise.resolve())

  useEffect(() => {
    let isCurrent = true
    const show = (draft: Partial<Values> = {}) => {
      if (!isCurrent) return
      latest.current = draft
      setChanges(draft)
    }
    readValue<Partial<Values>>(db, draftKey).then(show, () => show())
    return () => {
      isCurrent = false
    }
  }, [db, draftKey])

  const change = (changed: Partial<Values>) => {
    latest.current = { ...latest.current, ...changed }
    setChanges(latest.current)
    // Best effort: saving the form reports a full storage.
    writeValue(db, draftKey, latest.current).catch(() => undefined)
  }
  /** A change that is still being made; `read` waits for it. */
  const waitFor = (work: Promise<unknown>) => {
    preparing.current = work
  }
  const read = async (): Promise<Values> => {
    await preparing.current
    return { ...initial, ...latest.current }
  }
  const values: Values | null = changes && { ...initial, ...changes }
  return { values, change, waitFor, read, draftKey }
}
