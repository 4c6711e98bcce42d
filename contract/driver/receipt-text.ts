import { bottleText } from '../text/bottle-text.ts'
import type { CountLine } from './events.ts'

type Counts = Pick<CountLine, 'full' | 'empties' | 'damaged'>

/** '2 left, 1 empty taken', for the customer. */
export const countText = ({ full, empties, damaged }: Counts): string =>
  [
    full > 0 ? `${full} left` : '',
    empties > 0 ? `${empties} empty taken` : '',
    damaged > 0 ? `${damaged} damaged taken` : '',
  ]
    .filter(Boolean)
    .join(', ')

/** '4 bottles at your place'. */
export const balanceText = (bottles: number): string => `${bottleText(bottles)} at your place`
