import { weekdayNames } from '#contract/zones/route-day-text.ts'
import { toWeekday } from '#contract/zones/route-days.ts'

/** Also of a standing order that replaces another. */
export const savedText = (date: string): string =>
  `Standing order saved for ${weekdayNames[toWeekday(date)]}s`
