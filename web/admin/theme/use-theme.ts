import { useLayoutEffect, useSyncExternalStore } from 'react'
import {
  keepChoice,
  onChoiceElsewhere,
  onSystemChange,
  readChoice,
  showLight,
  showTheme,
  type ThemeChoice,
} from './theme.ts'

const listeners = new Set<() => void>()
let chosen: ThemeChoice | undefined

const current = () => {
  chosen ??= readChoice()
  return chosen
}

function tell(choice: ThemeChoice) {
  chosen = choice
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  const stop = onChoiceElsewhere(() => tell(readChoice()))
  return () => {
    listeners.delete(listener)
    stop()
  }
}

/** Light, dark, or as the system is; kept in this browser. */
export function useThemeChoice() {
  const choice = useSyncExternalStore(subscribe, current)
  return {
    choice,
    choose: (next: ThemeChoice) => {
      keepChoice(next)
      tell(next)
    },
  }
}

/** The staff's pages wear the chosen palette for as long as one of them is shown. */
export function useTheme(): void {
  const { choice } = useThemeChoice()
  useLayoutEffect(() => {
    showTheme(choice)
    const stop = onSystemChange(() => showTheme(choice))
    return () => {
      stop()
      showLight()
    }
  }, [choice])
}
