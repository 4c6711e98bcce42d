import { bottleText } from '../text/bottle-text.ts'

/** Rule 46: a ZIP code outside every zone. */
export const zipNotServedText = (zip: string, phone: string): string =>
  `We don't deliver to ${zip} yet. Call ${phone}.`

/** Rule 46: no date of the zone has room for so many bottles. */
export const noDateText = (bottles: number, phone: string): string =>
  `We have no date for ${bottleText(bottles)}. Call ${phone}.`
