import { execFile, execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

/** A checkout of github.com/miniflux/python-client. */
const checkout = process.env['MINIFLUX_PYTHON_DIR'] ?? ''
/** Debian's: it has the packages of Debian. */
const python = '/usr/bin/python3'

/** Why Miniflux's Python client cannot be tried here; null where it can. */
export function missingForMinifluxPython(): string | null {
  if (checkout === '') return 'MINIFLUX_PYTHON_DIR does not name a checkout of it'
  if (!existsSync(path.join(checkout, 'miniflux.py'))) return `${checkout} has no miniflux.py`
  try {
    execFileSync(python, ['-c', 'import requests'], { stdio: 'pipe' })
    return null
  } catch {
    return `${python} has no requests`
  }
}

/** Takes a list of calls, and prints a list of what each gave: {"ok": …} or {"error": …}. */
const script = `
import json, sys
sys.path.insert(0, sys.argv[1])
import miniflux
settings, calls = json.loads(sys.argv[2]), json.loads(sys.argv[3])
client = miniflux.Client(settings.pop("url"), **settings)
answers = []
for name, args, named in calls:
    try:
        answers.append({"ok": getattr(client, name)(*args, **named)})
    except miniflux.ClientError as error:
        answers.append({"error": type(error).__name__, "reason": error.get_error_reason()})
print(json.dumps(answers))
`

type Call = readonly [name: string, args?: readonly unknown[], named?: Readonly<Record<string, unknown>>]
type Gave = { readonly ok?: unknown; readonly error?: string; readonly reason?: string }

/** Calls these methods of the client, one after the other. */
export async function callMinifluxPython(
  settings: Readonly<Record<string, string>>,
  calls: readonly Call[],
): Promise<Gave[]> {
  const given = calls.map(([name, args = [], named = {}]) => [name, args, named])
  const run = promisify(execFile)
  const args = ['-c', script, checkout, JSON.stringify(settings), JSON.stringify(given)]
  const { stdout } = await run(python, args)
  return JSON.parse(stdout) as Gave[]
}
