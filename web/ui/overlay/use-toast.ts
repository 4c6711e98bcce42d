import { type ReactNode, useSyncExternalStore } from 'react'

/** Rule 27, the spec's limits: one toast at a time, removed 1,000,000 ms after it was dismissed. */
const TOAST_LIMIT = 1
const TOAST_REMOVE_DELAY = 1_000_000

export type ToastContent = {
  title?: ReactNode
  description?: ReactNode
  variant?: 'default' | 'destructive'
  /** In milliseconds; defaults to the provider's 5000. */
  duration?: number
  /** A button in the toast. `hint` describes the alternative to screen reader users. */
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
  set(toasts.filter((item) => item.id !== id))
}

/** Closes one toast, or all. Closed toasts stay in the list for their exit animation. */
export function dismissToast(id?: string) {
  for (const item of toasts) {
    if ((id && item.id !== id) || removals.has(item.id)) continue
    removals.set(
      item.id,
      setTimeout(() => remove(item.id), TOAST_REMOVE_DELAY),
    )
  }
  set(toasts.map((item) => (!id || item.id === id ? { ...item, open: false } : item)))
}

/** Shows a toast and replaces the previous one. Can be called from anywhere. */
export function toast(content: ToastContent) {
  lastId += 1
  const id = String(lastId)
  set([{ ...content, id, open: true }, ...toasts].slice(0, TOAST_LIMIT))
  return {
    id,
    dismiss: () => dismissToast(id),
    update: (changed: ToastContent) =>
      set(toasts.map((item) => (item.id === id ? { ...item, ...changed } : item))),
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
  const visible = useSyncExternalStore(subscribe, readToasts, () => none)
  return { toasts: visible, toast, dismiss: dismissToast }
}
