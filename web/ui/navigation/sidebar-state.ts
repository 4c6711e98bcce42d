import { createContext, useContext, useEffect, useState } from 'react'
import { useMedia } from '../use-media.ts'

/** Values of the spec. The width, 16rem, is the class w-64. */
const COOKIE = 'sidebar_state'
const COOKIE_SECONDS = 7 * 24 * 60 * 60
const PHONE = '(max-width: 767px)'

export function sidebarCookie(isOpen: boolean): string {
  return `${COOKIE}=${isOpen}; path=/; max-age=${COOKIE_SECONDS}; SameSite=Lax`
}

/** Open unless it was closed in the last seven days. */
export function readSidebarCookie(cookies: string): boolean {
  return !cookies.split(/;\s*/).includes(`${COOKIE}=false`)
}

export type SidebarState = {
  isPhone: boolean
  isOpen: boolean
  setIsOpen: (isOpen: boolean) => void
  toggle: () => void
}

/**
 * On phones the sidebar is a sheet that starts closed; otherwise its state is stored in a cookie.
 */
export function useSidebarState(): SidebarState {
  const isPhone = useMedia(PHONE)
  const [isWideOpen, setIsWideOpen] = useState(() => readSidebarCookie(document.cookie))
  const [isSheetOpen, setIsSheetOpen] = useState(false)
  const isOpen = isPhone ? isSheetOpen : isWideOpen

  function setIsOpen(next: boolean) {
    if (isPhone) return setIsSheetOpen(next)
    setIsWideOpen(next)
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs https
    document.cookie = sidebarCookie(next)
  }

  return { isPhone, isOpen, setIsOpen, toggle: () => setIsOpen(!isOpen) }
}

/** Ctrl+B, or Cmd+B. */
export function useSidebarShortcut(toggle: () => void) {
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'b' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      toggle()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [toggle])
}

export const SidebarContext = createContext<SidebarState | undefined>(undefined)

/** On phones, following an entry closes the sheet. */
export function useCloseSheet(): () => void {
  const sidebar = useContext(SidebarContext)
  return () => {
    if (sidebar?.isPhone) sidebar.setIsOpen(false)
  }
}
