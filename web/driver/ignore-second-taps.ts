/**
 * A double tap on Save must not also tap what appears at that place. The browser counts taps at one
 * place; if another control is there than at the first of them, the rest is dropped.
 */
export function ignoreSecondTaps(): void {
  let first: Element | null = null
  const onClick = (event: MouseEvent) => {
    const control = event.target instanceof Element ? findControl(event.target) : null
    if (event.detail <= 1) {
      first = control
    } else if (control !== first) {
      event.preventDefault()
      event.stopImmediatePropagation()
    }
  }
  addEventListener('click', onClick, { capture: true })
}

const findControl = (target: Element) => target.closest('button, a, label, input')
