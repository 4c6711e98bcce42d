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
function scrollToSection(id: SectionId) {
  const section = document.getElementById(id)
  section?.scrollIntoView({ behavior: scrollBehavior() })
  section?.focus({ preventScroll: true })
}

export function ScrollButton({
  to,
  variant = 'ghost',
  size,
  className,
  children,
}: ScrollButtonProps) {
  return (
    <button
      type="button"
      onClick={() => scrollToSection(to)}
      className={buttonClass(variant, size, className)}
    >
      {children}
    </button>
  )
}
