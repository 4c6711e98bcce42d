const format = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
})

/** 'Tue, Nov 17': beside the truck's name it fits on one line. */
export const shortDay = (date: string): string => format.format(new Date(date))
