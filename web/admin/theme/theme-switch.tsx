import { Monitor, Moon, Sun } from 'lucide-react'
import { useId } from 'react'
import { type ThemeChoice, themeChoices } from './theme.ts'
import { useThemeChoice } from './use-theme.ts'

export const themeOptions = {
  system: { name: 'System', icon: Monitor },
  light: { name: 'Light', icon: Sun },
  dark: { name: 'Dark', icon: Moon },
} as const satisfies Record<ThemeChoice, object>

/** Three radio buttons styled as one switch. */
export function ThemeSwitch() {
  const group = useId()
  const { choice, choose } = useThemeChoice()
  return (
    <fieldset className="grid grid-cols-3 gap-1 rounded-control bg-surface-soft p-1">
      <legend className="sr-only">Theme</legend>
      {themeChoices.map((value) => {
        const { name, icon: Icon } = themeOptions[value]
        return (
          <label
            key={value}
            title={name}
            className="relative grid h-11 cursor-pointer place-items-center rounded-lg text-muted transition-colors hover:text-ink has-checked:bg-surface has-checked:text-action-strong has-checked:shadow-card has-focus-visible:outline-3 has-focus-visible:outline-action md:h-9"
          >
            <input
              type="radio"
              name={group}
              value={value}
              checked={choice === value}
              onChange={() => choose(value)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <Icon aria-hidden className="size-4.5" />
            <span className="sr-only">{name}</span>
          </label>
        )
      })}
    </fieldset>
  )
}
