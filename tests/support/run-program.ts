import { spawn } from 'node:child_process'
import path from 'node:path'

export type Ended = {
  /** 1 when it could not be started or was ended by a signal. */
  readonly code: number
  /** What it printed, when that was to be kept; else ''. */
  readonly output: string
}

/**
 * Runs a program of node_modules/.bin in the project's folder. Its output goes to ours at once, or with `keepsOutput`
 * to the result, for programs that run beside each other. One that hangs is ended after `timeoutMs`.
 */
export function runProgram(
  program: string,
  args: readonly string[],
  options: {
    readonly timeoutMs: number
    readonly keepsOutput?: boolean
    readonly env?: Readonly<Record<string, string>>
  },
): Promise<Ended> {
  const root = path.resolve(import.meta.dirname, '../..')
  const bin = path.join(root, 'node_modules/.bin')
  const env = {
    ...process.env,
    PATH: `${bin}${path.delimiter}${process.env['PATH'] ?? ''}`,
    NEXT_TELEMETRY_DISABLED: '1',
    ...options.env,
  }
  const target = options.keepsOutput === true ? 'pipe' : 'inherit'
  return new Promise((resolve) => {
    const child = spawn(path.join(bin, program), args, {
      cwd: root,
      env,
      stdio: ['ignore', target, target],
      timeout: options.timeoutMs,
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.once('error', (error) => resolve({ code: 1, output: `${output}${program}: ${error.message}\n` }))
    child.once('close', (code, signal) => {
      const ending = signal === null ? '' : `${program} was ended by ${signal}\n`
      resolve({ code: code ?? 1, output: output + ending })
    })
  })
}
