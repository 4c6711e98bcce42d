import { useRef, useState } from 'react'
import { StorageFullError } from './storage/database.ts'

const STORAGE_FULL =
  "Your phone's storage is full, so this wasn't saved. Free up some space (delete photos or apps), then tap again. What you saved before is safe."
const NOT_SAVED = "This wasn't saved. Try again, or write it down and call dispatch."

/** Runs one save at a time; a second tap on the button while it runs changes nothing. */
export function useSave() {
  const isRunning = useRef(false)
  const [problem, setProblem] = useState<string | null>(null)
  // If a save is repeated, it is the same event: one id per form, or per action of a screen.
  const [eventId] = useState(() => crypto.randomUUID())
  const ids = useRef(new Map<string, string>())
  const eventIdFor = (what: string) => {
    const id = ids.current.get(what) ?? crypto.randomUUID()
    ids.current.set(what, id)
    return id
  }

  const save = async (work: () => Promise<void>) => {
    if (isRunning.current) return
    isRunning.current = true
    setProblem(null)
    try {
      await work()
    } catch (error) {
      setProblem(error instanceof StorageFullError ? STORAGE_FULL : NOT_SAVED)
    } finally {
      isRunning.current = false
    }
  }
  return { eventId, eventIdFor, problem, setProblem, save }
}
