export const themeChoices = ['system', 'light', 'dark'] as const
export type ThemeChoice = (typeof themeChoices)[number]

const KEY = 'staffTheme'
const DARK = '(prefers-color-scheme: dark)'
/** The surfaces of theme.css and dark.css, for the frame that the browser draws around the page. */
const frames = { light: '#ffffff', dark: '#111d2e' }

export function readThemeChoice(): ThemeChoice {
  try {
    const kept = localStorage.getItem(KEY)
    return themeChoices.find((choice) => choice === kept) ?? 'system'
  } catch {
    // Some browsers forbid storage altogether: then the system decides.
    return 'system'
  }
}

export function saveThemeChoice(choice: ThemeChoice): void {
  try {
    localStorage.setItem(KEY, choice)
  } catch {
    // It holds until the page is left.
  }
}

export function applyTheme(choice: ThemeChoice): void {
  const isDark = choice === 'dark' || (choice === 'system' && window.matchMedia(DARK).matches)
  setTheme(isDark ? 'dark' : 'light')
}

/** The shop and the customers' portal are always light. */
export function applyLightTheme(): void {
  setTheme('light')
}

export function onSystemChange(listener: () => void): () => void {
  const system = window.matchMedia(DARK)
  system.addEventListener('change', listener)
  return () => system.removeEventListener('change', listener)
}

/** Another tab may choose too. */
export function onChoiceInOtherTab(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === KEY || key === null) listener()
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

function setTheme(theme: keyof typeof frames): void {
  document.documentElement.dataset.theme = theme
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', frames[theme])
}
