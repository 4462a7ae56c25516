import { expect, test } from 'vitest'
import { csvLine } from '#lib/api/http/csv.ts'

test.each([
  [['plain', 1.5, null, ''], 'plain,1.5,,'],
  [['a,b', 'say "hi"', 'two\nlines'], '"a,b","say ""hi""","two\nlines"'],
  [['=1+1', '+1', '-1', '@SUM(A1)'], "'=1+1,'+1,'-1,'@SUM(A1)"],
  [['\t=1', ' =1', '\r=1', '＝1'], `'\t=1,' =1,"'\r=1",'＝1`],
  [['=cmd|\' /C calc\'!A0, "x"'], `"'=cmd|' /C calc'!A0, ""x"""`],
  [[-1.5], '-1.5'],
  [['https://a.example/?x=1', 'A = B'], 'https://a.example/?x=1,A = B'],
])('%j is one record that no spreadsheet runs', (values, expected) => {
  expect(csvLine(values)).toBe(`${expected}\r\n`)
})
