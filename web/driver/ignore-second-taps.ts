/** How fast and how close the taps of a double tap follow each other. */
const DOUBLE_TAP_MS = 500
const DOUBLE_TAP_PX = 40

type Target = { control: Element | null; question: string | null }
type Tap = Target & { at: number; x: number; y: number }

/**
 * A double tap on Save must not also tap what appears at that place: if another control is there than
 * at the first tap, or the control shows a question since, the rest is dropped. The browser counts the
 * clicks of a mouse; taps are compared here, because Safari on iPhones does not count them.
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
    const tapped = readTarget(event.target)
    const isRepeated = last && (event.detail > 1 || (isTouch && isDoubleTap(last, { at, x, y })))
    const first = isRepeated && last?.control ? last : tapped
    last = { control: first.control, question: first.question, at, x, y }
    if (first.control === tapped.control && first.question === tapped.question) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  addEventListener('pointerdown', onPointerDown, { capture: true })
  addEventListener('click', onClick, { capture: true })
}

const isDoubleTap = (before: Tap, { at, x, y }: Pick<Tap, 'at' | 'x' | 'y'>): boolean =>
  at - before.at < DOUBLE_TAP_MS && Math.hypot(x - before.x, y - before.y) < DOUBLE_TAP_PX

function readTarget(target: EventTarget | null): Target {
  const control = target instanceof Element ? findControl(target) : null
  return { control, question: control?.getAttribute('data-question') ?? null }
}

/** A tap on a label also clicks its field, so it causes a second click. */
function findControl(target: Element): Element | null {
  const control = target.closest('button, a, label, input, summary')
  return control instanceof HTMLLabelElement ? (control.control ?? control) : control
}
