import { useDriver } from './use-driver.ts'
import { useSave } from './use-save.ts'

type Where = { trip: number; stopId?: string }

/** Undoes an entry of this phone, which then no longer counts. */
export function useUndo() {
  const { store } = useDriver()
  const { problem, save, eventIdFor } = useSave()
  const undo = (supersedes: string | null, where: Where) =>
    save(() =>
      store.record({
        ...where,
        eventId: eventIdFor(`undo ${supersedes}`),
        type: 'superseded',
        payload: {},
        supersedes,
      }),
    )
  return { problem, undo }
}
