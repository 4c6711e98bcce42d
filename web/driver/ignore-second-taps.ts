/** How fast and how close the taps of a double tap follow each other. */
const DOUBLE_TAP_MS = 500
const DOUBLE_TAP_PX = 40

type Tap = { control: Element | null; at: number; x: number; y: number }

/**
 * A double tap on Save must not also tap what appears at that place: if another control is there than
 * at the first tap, the rest is dropped. The browser counts the clicks of a mouse; taps are compared
 * here, because Safari on iPhones does not count them.
 */
export function ignoreSecondTaps(): void {
  let isTouch = false
  let last: Tap | undefined
  const onPointerDown = ({ pointerType }: PointerEvent) => {
    isTouch = pointerType === 'touch'
  }
  const onClick = (event: MouseEvent) => {
    // Keys press a control too, without a place.
    if (event.detail === 0) return
    const { timeStamp: at, clientX: x, clientY: y } = event
    const control = event.target instanceof Element ? findControl(event.target) : null
    const isRepeated = last && (event.detail > 1 || (isTouch && isDoubleTap(last, { at, x, y })))
    const first = isRepeated ? last?.control : control
    last = { control: first ?? control, at, x, y }
    if (!first || first === control) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  addEventListener('pointerdown', onPointerDown, { capture: true })
  addEventListener('click', onClick, { capture: true })
}

const isDoubleTap = (before: Tap, { at, x, y }: Omit<Tap, 'control'>): boolean =>
  at - before.at < DOUBLE_TAP_MS && Math.hypot(x - before.x, y - before.y) < DOUBLE_TAP_PX

/** A tap on a label presses its field, which tells a second click. */
function findControl(target: Element): Element | null {
  const control = target.closest('button, a, label, input, summary')
  return control instanceof HTMLLabelElement ? (control.control ?? control) : control
}
