import { expect, test } from 'vitest'
import { errorsCsv, templateCsv } from './csv-files.ts'

test('the template lists the products of the shop and a line for each column', () => {
  const [header = '', example = ''] = templateCsv(
    ['Spring 5 Gallon', 'Alkaline'],
    '2026-12-01',
  ).split('\r\n')
  expect(header).toContain('"ZIP","Spring 5 Gallon","Alkaline","Frequency"')
  expect(example).toContain('"12401","3","","weekly","2026-12-01"')
  expect(header.split('","')).toHaveLength(example.split('","').length)
})

test('no cell of the error list is a formula, and quotes are kept', () => {
  const errors = [
    { line: 2, column: null, message: '=HYPERLINK("x")' },
    { line: 3, column: 'Email', message: '"a" is wrong' },
  ]
  expect(errorsCsv({ errors })).toBe(
    '\uFEFF"Line","Column","Problem"\r\n"2","","\'=HYPERLINK(""x"")"\r\n"3","Email","""a"" is wrong"\r\n',
  )
})
