import { useLayoutEffect, useSyncExternalStore } from 'react'
import {
  applyLightTheme,
  applyTheme,
  onChoiceInOtherTab,
  onSystemChange,
  readThemeChoice,
  saveThemeChoice,
  type ThemeChoice,
} from './theme.ts'

const listeners = new Set<() => void>()
let currentChoice: ThemeChoice | undefined

const current = () => {
  currentChoice ??= readThemeChoice()
  return currentChoice
}

function notify(choice: ThemeChoice) {
  currentChoice = choice
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  const stop = onChoiceInOtherTab(() => notify(readThemeChoice()))
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
      saveThemeChoice(next)
      notify(next)
    },
  }
}

/** The staff's pages wear the currentChoice palette for as long as one of them is shown. */
export function useTheme(): void {
  const { choice } = useThemeChoice()
  useLayoutEffect(() => {
    applyTheme(choice)
    const stop = onSystemChange(() => applyTheme(choice))
    return () => {
      stop()
      applyLightTheme()
    }
  }, [choice])
}
