export const themeChoices = ['system', 'light', 'dark'] as const
export type ThemeChoice = (typeof themeChoices)[number]

const KEY = 'staffTheme'
const DARK = '(prefers-color-scheme: dark)'
/** The surface colors of theme.css and dark.css, for the browser's own interface. */
const browserColors = { light: '#ffffff', dark: '#111d2e' }

export function readThemeChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(KEY)
    return themeChoices.find((choice) => choice === stored) ?? 'system'
  } catch {
    // Some browsers block storage; fall back to the system setting.
    return 'system'
  }
}

export function saveThemeChoice(choice: ThemeChoice): void {
  try {
    localStorage.setItem(KEY, choice)
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
}

export function applyTheme(choice: ThemeChoice): void {
  const isDark = choice === 'dark' || (choice === 'system' && window.matchMedia(DARK).matches)
  setTheme(isDark ? 'dark' : 'light')
}

/** The storefront and the customer portal are always light. */
export function applyLightTheme(): void {
  setTheme('light')
}

export function onSystemChange(listener: () => void): () => void {
  const system = window.matchMedia(DARK)
  system.addEventListener('change', listener)
  return () => system.removeEventListener('change', listener)
}

export function onChoiceInOtherTab(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === KEY || key === null) listener()
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

function setTheme(theme: keyof typeof browserColors): void {
  document.documentElement.dataset.theme = theme
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', browserColors[theme])
}
