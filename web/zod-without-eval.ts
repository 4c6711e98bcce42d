/**
 * Zod tries `new Function` when its first schema is made, which our content policy reports as a
 * violation. Set on zod's own global, because importing zod here would add it to every page.
 */
const zod = globalThis as { __zod_globalConfig?: { jitless?: boolean } }
zod.__zod_globalConfig = { ...zod.__zod_globalConfig, jitless: true }

export {}
