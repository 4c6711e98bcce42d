import { useEffect, useRef, useState } from 'react'
import { readValue, writeValue } from './storage/saved-routes.ts'
import { useDriver } from './use-driver.ts'

/**
 * The values of a form, kept on the phone under `draftKey`: opening the camera can make the phone close
 * the app. Null until they have been read. The event that the form records removes them.
 */
export function useDraft<Values extends object>(name: string, initial: Values) {
  const { db, state } = useDriver()
  const draftKey = `draft:${state.device?.deviceId ?? ''}:${name}`
  const [values, setValues] = useState<Values | null>(null)
  const first = useRef(initial)
  // A photo is ready long after it was taken, when other fields have changed.
  const latest = useRef<Values | null>(null)
  const preparing = useRef<Promise<unknown>>(Promise.resolve())

  useEffect(() => {
    let isCurrent = true
    const show = (draft?: Values) => {
      if (!isCurrent) return
      latest.current = { ...first.current, ...draft }
      setValues(latest.current)
    }
    readValue<Values>(db, draftKey).then(show, () => show())
    return () => {
      isCurrent = false
    }
  }, [db, draftKey])

  const change = (changes: Partial<Values>) => {
    if (!latest.current) return
    latest.current = { ...latest.current, ...changes }
    setValues(latest.current)
    // Best effort: saving the form reports a full storage.
    writeValue(db, draftKey, latest.current).catch(() => undefined)
  }
  /** A change that is still being made; `read` waits for it. */
  const waitFor = (work: Promise<unknown>) => {
    preparing.current = work
  }
  const read = async (): Promise<Values> => {
    await preparing.current
    return latest.current ?? first.current
  }
  return { values, change, waitFor, read, draftKey }
}
