/** Time zones and start dates of runs: most contain a clock change, one zone has none. */
export const startPoints = [
  ['America/New_York', '2026-02-24'],
  ['America/New_York', '2026-10-18'],
  ['America/Los_Angeles', '2027-02-20'],
  ['Australia/Sydney', '2026-09-18'],
  ['Australia/Sydney', '2027-03-20'],
  ['Asia/Kathmandu', '2026-12-27'],
] as const
