/**
 * Zod calls `new Function` when the first schema is created, which violates our content security
 * policy. Set on zod's own global, because importing zod here would add it to every page.
 */
const zod = globalThis as { __zod_globalConfig?: { jitless?: boolean } }
zod.__zod_globalConfig = { ...zod.__zod_globalConfig, jitless: true }

export {}
