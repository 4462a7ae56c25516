import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

/** A checkout of github.com/w3c/feedvalidator: the validator that answers at validator.w3.org/feed. */
const checkout = process.env['FEEDVALIDATOR_DIR'] ?? ''
/** Debian's: it has the packages of Debian. */
const python = '/usr/bin/python3'

/** Why documents cannot be validated here; null where they can. */
export function missingForFeedValidator(): string | null {
  if (checkout === '') return 'FEEDVALIDATOR_DIR does not name a checkout of it'
  if (!existsSync(path.join(checkout, 'src/feedvalidator'))) return `${checkout} has no src/feedvalidator`
  try {
    execFileSync(python, ['-c', 'import html5lib, lxml'], { stdio: 'pipe' })
    return null
  } catch {
    return `${python} has no html5lib or no lxml`
  }
}

/** Reads a document, and prints what the page of the validator would list: its errors and warnings, each as often as it occurs. */
const script = `
import io, json, sys
sys.path.insert(0, sys.argv[1])
import feedvalidator
from feedvalidator.compatibility import AA
from feedvalidator.logging import Error
document = sys.stdin.buffer.read()
lines = document.decode("utf-8").split("\\n")
events = feedvalidator.validateStream(io.BytesIO(document), 0, sys.argv[2], sys.argv[3])["loggedEvents"]
print(json.dumps([
    {
        "kind": "error" if isinstance(event, Error) else "warning",
        "rule": type(event).__name__,
        "element": str(event.params.get("element", "")),
        "line": lines[max(0, event.params.get("line", 1) - 1)][:200],
    }
    for event in AA(events)
]))
`

export type FeedFinding = {
  readonly kind: 'error' | 'warning'
  /** As its documentation names it, such as "MissingContentOrAlternate". */
  readonly rule: string
  readonly element: string
  /** The place in the document. */
  readonly line: string
}

/** The findings of the W3C's validator about a document that was answered so at this address. */
export async function validateFeed(url: string): Promise<FeedFinding[]> {
  const answer = await fetch(url)
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`)
  const args = ['-c', script, path.join(checkout, 'src'), answer.headers.get('content-type') ?? '', url]
  const input = Buffer.from(await answer.arrayBuffer())
  return JSON.parse(execFileSync(python, args, { input, encoding: 'utf8' })) as FeedFinding[]
}
