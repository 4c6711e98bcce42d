import { applyTheme, readThemeChoice } from './theme.ts'

/** Runs in the head of staff pages before the first paint, so that the wrong theme never flashes. */
applyTheme(readThemeChoice())
