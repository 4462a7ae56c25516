import { expect, test } from 'vitest'
import { judgeAudit } from './audit-packages.ts'

const of = (severity: string) =>
  JSON.stringify({ vulnerabilities: { next: { severity, range: '<15.2.3' } }, metadata: {} })

test('advisories of high severity fail by name, lesser ones do not', () => {
  for (const severity of ['high', 'critical']) {
    const { counts, output } = judgeAudit(of(severity))
    expect(counts).toEqual({ passed: 0, failed: 1, skipped: 0 })
    expect(output).toContain(`next <15.2.3: ${severity}`)
  }
  expect(judgeAudit(of('moderate')).counts).toEqual({ passed: 1, failed: 0, skipped: 0 })
  expect(judgeAudit('{"vulnerabilities":{}}').counts.passed).toBe(1)
})

test.each([
  '405 Method Not Allowed - POST https://packages.example/-/npm/v1/security/advisories/bulk',
  '404 Not Found - POST https://packages.example/-/npm/v1/security/advisories/bulk',
  'request to http://127.0.0.1:9/ failed, reason: connect ECONNREFUSED 127.0.0.1:9',
])('a registry that gives no audit (%s) is told in one line and skipped, not passed', (message) => {
  const { counts, output } = judgeAudit(JSON.stringify({ message, error: { summary: '' } }))
  expect(counts).toEqual({ passed: 0, failed: 0, skipped: 1 })
  expect(output.trim().split('\n')).toEqual([expect.stringContaining(message)])
})

test.each(['', 'npm: not found', '{"error":{"code":"ENOLOCK"}}', 'null', '[]'])(
  'what is no audit at all fails: %j',
  (text) => {
    expect(judgeAudit(text).counts.failed).toBe(1)
  },
)
