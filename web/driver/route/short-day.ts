const format = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
})

/** 'Tue, Nov 17': short enough for one line with the truck's name. */
export const shortDay = (date: string): string => format.format(new Date(date))
