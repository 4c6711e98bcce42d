import { expect, test } from 'vitest'
import { readLoginLink } from './read-login-link.ts'

const ORIGIN = 'https://shop.example'
const LINK = `${ORIGIN}/driver/sign-in?token=Ab_c-1`
const read = (text: string) => readLoginLink(text, ORIGIN)

test('the link, a message around it and the code alone log in', () => {
  const message = `Hi Sam, log in here: ${LINK}. See you!`
  for (const text of [LINK, ` ${LINK}\n`, message, 'Ab_c-1', '/driver/sign-in?token=Ab_c-1'])
    expect(read(text)).toEqual({ token: 'Ab_c-1' })
})

test('a link of another site is never sent to this one', () => {
  for (const text of [
    'https://evil.example/driver/sign-in?token=Ab_c-1',
    'https://shop.example.evil.example/driver/sign-in?token=Ab_c-1',
    'http://shop.example/driver/sign-in?token=Ab_c-1',
  ])
    expect(read(text).problem).toMatch(/another site/)
})

test('other pages, incomplete links and other text are no login link', () => {
  for (const text of [`${ORIGIN}/driver`, `${ORIGIN}/driver/sign-in?token=`, 'see you at 7', '?'])
    expect(read(text).problem).toMatch(/isn't a login link/)
  expect(read('  ').problem).toMatch(/^Please paste/)
})
