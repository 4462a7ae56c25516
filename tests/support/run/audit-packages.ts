import { execFile } from 'node:child_process'
import { z } from 'zod'
import type { Counts } from './test-counts.ts'

const audit = z.object({
  vulnerabilities: z.record(z.string(), z.object({ severity: z.string(), range: z.string().optional() })),
})
/** The registry was asked, and did not answer as npm wants: mirrors without that service say 404 or 405. */
const noAnswer = z.object({ message: z.string() })

type Judged = { readonly counts: Counts; readonly output: string }

const none: Counts = { passed: 0, failed: 0, skipped: 0 }
const command = ['audit', '--omit=dev', '--audit-level=high', '--json']
/** A registry that does not answer holds up no other check. */
const patience = ['--fetch-retries=0', '--fetch-timeout=20000']

/** Asks the registry for advisories on what the product is installed with; those of high severity and above fail. */
export function auditPackages(): Promise<Judged> {
  return new Promise((resolve) => {
    const options = { timeout: 60_000, maxBuffer: 50_000_000, shell: process.platform === 'win32' }
    execFile('npm', [...command, ...patience], options, (error, stdout) => {
      resolve(judgeAudit(stdout === '' ? JSON.stringify({ error: error?.message }) : stdout))
    })
  })
}

/** The verdict on `npm audit --json`. A package that could not be asked for is skipped, never passed; one that is wrong here fails. */
export function judgeAudit(stdout: string): Judged {
  const told = readJson(stdout)
  const found = audit.safeParse(told)
  if (found.success) {
    const severe = Object.entries(found.data.vulnerabilities)
      .filter(([, { severity }]) => severity === 'high' || severity === 'critical')
      .map(([name, { severity, range = '' }]) => `   ${name} ${range}: ${severity}\n`)
    if (severe.length === 0) return { counts: { ...none, passed: 1 }, output: '' }
    return { counts: { ...none, failed: 1 }, output: `   advisories (npm audit):\n${severe.join('')}` }
  }
  const unanswered = noAnswer.safeParse(told)
  if (!unanswered.success) return { counts: { ...none, failed: 1 }, output: stdout }
  const output = `   SKIPPED: the registry answers no audit of packages (${unanswered.data.message.slice(0, 200)})`
  return { counts: { ...none, skipped: 1 }, output }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
