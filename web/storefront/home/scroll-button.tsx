import type { ReactNode } from 'react'
import { type ButtonSize, type ButtonVariant, buttonClass } from '#web/ui/button.tsx'
import { scrollBehavior } from '#web/ui/scroll-behavior.ts'

/** Sections of the home page that a button can scroll to. */
export type SectionId = 'products' | 'how-it-works'

type ScrollButtonProps = {
  to: SectionId
  variant?: ButtonVariant
  size?: ButtonSize
  className?: string
  children: ReactNode
}

/** Moves the focus too, so that keyboard navigation continues in the section. */
function scrollToSection({ target }: MouseEvent) {
  const button = target instanceof Element && target.closest<HTMLElement>('[data-scroll-to]')
  const section = button && document.getElementById(button.dataset.scrollTo ?? '')
  if (!section) return
  section.scrollIntoView({ behavior: scrollBehavior() })
  section.focus({ preventScroll: true })
}

// One listener for all buttons, before React's, so that they work in a section without its code.
if (!import.meta.env.SSR) document.addEventListener('click', scrollToSection, true)

export function ScrollButton({
  to,
  variant = 'ghost',
  size,
  className,
  children,
}: ScrollButtonProps) {
  return (
    <button type="button" data-scroll-to={to} className={buttonClass(variant, size, className)}>
      {children}
    </button>
  )
}
