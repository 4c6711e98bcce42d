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

/** The theme choice, stored in this browser. */
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

/** Applies the chosen theme while a staff page is mounted. */
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
