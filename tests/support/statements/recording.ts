import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** Has the test files of this run note their raw statements in one file (recorder.ts). */
export default function setup(): () => void {
  if (process.env['TEST_STATEMENTS_FILE'] !== undefined) return () => undefined // of another project
  const folder = mkdtempSync(path.join(os.tmpdir(), 'skylark-statements-'))
  process.env['TEST_STATEMENTS_FILE'] = path.join(folder, 'statements.jsonl') // inherited by vitest's workers
  return () => rmSync(folder, { recursive: true, force: true })
}
