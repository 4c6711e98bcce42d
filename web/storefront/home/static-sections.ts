/** The sections of home that never change, as one file that is loaded on the first interaction. */
export { SiteFooter } from '#web/shared/site-footer.tsx'
export { Benefits } from './benefits.tsx'
export { Hero } from './hero.tsx'
export { HowItWorks } from './how-it-works.tsx'
export { SameDayBand } from './same-day-band.tsx'
