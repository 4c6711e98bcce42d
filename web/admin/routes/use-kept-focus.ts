import { type FocusEvent, useLayoutEffect, useRef } from 'react'

/** Each names the row that its element is about. */
const attributes = ['data-stop-button', 'data-delivery', 'data-review-link']

/**
 * A row that moves to another part of a long list is rendered as a new element, which gets the focus
 * that the old one had. React tells no blur of an element that it removes.
 */
export function useKeptFocus() {
  const focused = useRef<string>(undefined)
  useLayoutEffect(() => {
    if (!focused.current || document.activeElement !== document.body) return
    document.querySelector<HTMLElement>(focused.current)?.focus({ preventScroll: true })
  })
  return {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      focused.current = selectorOf(target)
    },
    onBlur: () => {
      focused.current = undefined
    },
  }
}

function selectorOf(element: HTMLElement): string | undefined {
  const name = attributes.find((each) => element.hasAttribute(each))
  return name && `[${name}="${CSS.escape(element.getAttribute(name) ?? '')}"]`
}
