import { useEffect, useRef, useState } from 'react'
import { readValue, writeValue } from './storage/saved-routes.ts'
import { useDriver } from './use-driver.ts'

/**
 * The values of a form, kept on the phone: opening the camera can make the phone close the app. Null
 * until they have been read.
 */
export function useDraft<Values extends object>(name: string, initial: Values) {
  const { db, state } = useDriver()
  const key = `draft:${state.device?.deviceId ?? ''}:${name}`
  const [values, setValues] = useState<Values | null>(null)
  const first = useRef(initial)

  useEffect(() => {
    let isCurrent = true
    const show = (draft?: Values) => {
      if (isCurrent) setValues({ ...first.current, ...draft })
    }
    readValue<Values>(db, key).then(show, () => show())
    return () => {
      isCurrent = false
    }
  }, [db, key])

  const change = (changes: Partial<Values>) => {
    if (!values) return
    const next = { ...values, ...changes }
    setValues(next)
    // Best effort: saving the form reports a full storage.
    writeValue(db, key, next).catch(() => undefined)
  }
  const drop = () => writeValue(db, key, undefined).catch(() => undefined)
  return { values, change, drop }
}
