import { type ReactNode, useSyncExternalStore } from 'react'

/** Rule 27, the spec's numbers: one toast at a time, forgotten 1,000,000 ms after it was dismissed. */
const TOAST_LIMIT = 1
const TOAST_REMOVE_DELAY = 1_000_000

export type ToastContent = {
  title?: ReactNode
  description?: ReactNode
  variant?: 'default' | 'destructive'
  /** In milliseconds; the provider's 5000 unless given. */
  duration?: number
  /** What can be done about it while it is shown; `hint` says to screen readers how else. */
  action?: { label: string; hint: string; onAction: () => void }
}

export type VisibleToast = ToastContent & { id: string; open: boolean }

let toasts: readonly VisibleToast[] = []
let lastId = 0
const listeners = new Set<() => void>()
const removals = new Map<string, ReturnType<typeof setTimeout>>()

function set(next: readonly VisibleToast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

function remove(id: string) {
  removals.delete(id)
  set(toasts.filter((one) => one.id !== id))
}

/** Closes one toast, or all of them. It stays in the list, closed, so that it can leave the screen. */
export function dismissToast(id?: string) {
  for (const one of toasts) {
    if ((id && one.id !== id) || removals.has(one.id)) continue
    removals.set(
      one.id,
      setTimeout(() => remove(one.id), TOAST_REMOVE_DELAY),
    )
  }
  set(toasts.map((one) => (!id || one.id === id ? { ...one, open: false } : one)))
}

/** May be called from anywhere; the newest toast takes the place of the one before. */
export function toast(content: ToastContent) {
  lastId += 1
  const id = String(lastId)
  set([{ ...content, id, open: true }, ...toasts].slice(0, TOAST_LIMIT))
  return {
    id,
    dismiss: () => dismissToast(id),
    update: (changed: ToastContent) =>
      set(toasts.map((one) => (one.id === id ? { ...one, ...changed } : one))),
  }
}

export const readToasts = () => toasts

const none: readonly VisibleToast[] = []

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export function useToast() {
  const shown = useSyncExternalStore(subscribe, readToasts, () => none)
  return { toasts: shown, toast, dismiss: dismissToast }
}
