import { applyTheme, readThemeChoice } from './theme.ts'

/** Runs in the head of the staff's pages, before anything is drawn: nobody sees the other palette. */
applyTheme(readThemeChoice())
