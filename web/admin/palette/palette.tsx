import { Command } from 'cmdk'
import { Search } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useState } from 'react'
import { adminEntries } from '#web/admin/layout/admin-entries.ts'
import { useCan } from '#web/admin/layout/use-can.ts'
import { matchesQuery } from '#web/admin/list/visible-rows.ts'
import { themeChoices } from '#web/admin/theme/theme.ts'
import { themeOptions } from '#web/admin/theme/theme-switch.tsx'
import { useThemeChoice } from '#web/admin/theme/use-theme.ts'
import { useAppNavigate } from '#web/shared/use-app-navigate.ts'
import { overlayClass } from '#web/ui/overlay/dialog.tsx'
import { useReturnFocus } from '#web/ui/overlay/use-return-focus.ts'
import { PaletteItem, paletteGroupClass } from './palette-item.tsx'
import { PaletteResults } from './palette-results.tsx'
import { useSearchResults } from './use-search-results.ts'

/** Finds a page, customer or order and navigates to it. */
export function Palette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const returnFocus = useReturnFocus()
  const results = useSearchResults(text)
  const go = useAppNavigate()
  const { choose } = useThemeChoice()

  function jump(path: string) {
    onClose()
    go(path)
  }

  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className={overlayClass} />
        <Dialog.Content
          {...returnFocus}
          aria-describedby={undefined}
          className="-translate-x-1/2 fixed top-[max(1rem,12vh)] left-1/2 z-50 w-[calc(100vw-2rem)] max-w-xl animate-pop-in overflow-hidden rounded-card border border-line bg-surface shadow-raised"
        >
          <Dialog.Title className="sr-only">Search the portal</Dialog.Title>
          <Command label="Search the portal" shouldFilter={false} vimBindings={false} loop>
            <div className="flex items-center gap-3 border-line border-b px-4">
              <Search aria-hidden className="size-5 shrink-0 text-muted" />
              <Command.Input
                value={text}
                onValueChange={setText}
                maxLength={200}
                placeholder="Search pages, customers and orders"
                className="h-14 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-muted"
              />
            </div>
            <Command.List
              label="Results"
              className="max-h-[min(24rem,60vh)] overflow-y-auto p-2 empty:hidden"
            >
              <PageItems text={text} onJump={jump} />
              <PaletteResults results={results} onJump={jump} />
              <ThemeItems text={text} onChoose={choose} />
            </Command.List>
            <p role="status" className="px-4 text-muted text-sm [&:not(:empty)]:pb-4">
              {results.statusText}
            </p>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function PageItems({ text, onJump }: { text: string; onJump: (path: string) => void }) {
  const can = useCan()
  const pages = adminEntries.filter(
    ({ name, permission }) => can(permission) && matchesQuery([name], text),
  )
  if (!pages.length) return null
  return (
    <Command.Group heading="Go to" className={paletteGroupClass}>
      {pages.map(({ name, href, icon }) => (
        <PaletteItem key={href} value={href} icon={icon} onSelect={() => onJump(href)}>
          {name}
        </PaletteItem>
      ))}
    </Command.Group>
  )
}

type ThemeItemsProps = { text: string; onChoose: ReturnType<typeof useThemeChoice>['choose'] }

/** Shown only for a matching query, because most searches are for pages and rows. */
function ThemeItems({ text, onChoose }: ThemeItemsProps) {
  const themes = themeChoices.filter((choice) =>
    matchesQuery([`Theme ${themeOptions[choice].name}`], text),
  )
  if (!text.trim() || !themes.length) return null
  return (
    <Command.Group heading="Theme" className={paletteGroupClass}>
      {themes.map((choice) => (
        <PaletteItem
          key={choice}
          value={`theme-${choice}`}
          icon={themeOptions[choice].icon}
          onSelect={() => onChoose(choice)}
        >
          {themeOptions[choice].name}
        </PaletteItem>
      ))}
    </Command.Group>
  )
}
