import { expect, test } from 'vitest'
import { pageTitle } from '#lib/pages/page-title.ts'

test('a hostile name becomes one line that turns no writing around; what scripts and emoji need stays', () => {
  expect(pageTitle('  The\u0000 News\r\n\u2028of the \u202eyad\u202c ')).toBe('The News of the yad')
  expect(pageTitle('</title><script>alert(1)</script>')).toBe('</title><script>alert(1)</script>')
  expect(pageTitle('می\u200cخواهم 👩\u200d💻')).toBe('می\u200cخواهم 👩\u200d💻')
  expect(pageTitle('😀'.repeat(300))).toBe(`${'😀'.repeat(199)}…`)
  expect([pageTitle(''), pageTitle(' \u200b\n')]).toEqual([null, null])
})
