import { expect, test } from 'vitest'
import { readSidebarCookie, sidebarCookie } from './sidebar-state.ts'

test('the cookie is false for seven days after the sidebar was closed', () => {
  expect(sidebarCookie(false)).toBe('sidebar_state=false; path=/; max-age=604800; SameSite=Lax')
  expect(sidebarCookie(true)).toContain('sidebar_state=true;')
})

test('the sidebar is open unless the cookie is false', () => {
  expect(readSidebarCookie('')).toBe(true)
  expect(readSidebarCookie('a=1; sidebar_state=true')).toBe(true)
  expect(readSidebarCookie('a=1; sidebar_state=false; b=2')).toBe(false)
  expect(readSidebarCookie('not_sidebar_state=false')).toBe(true)
})
