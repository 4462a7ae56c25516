import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, watch } from 'node:fs'
import path from 'node:path'

/** An editor may touch a file several times to save it once, and git touches many. */
const settledMs = 200

/**
 * `node lib/launch/processes/watch.ts <folder>… <file.ts>`: runs a file, and starts it again when a source in the folders changes.
 * It watches folders: `node --watch` watches files, and loses those that an editor or git replaces to change them.
 */
function runAndWatch(sources: readonly string[], file: string): void {
  const start = () => spawn(process.execPath, [file], { stdio: 'inherit' })
  let child = start()
  let isStopping = false
  let restarting = Promise.resolve()
  let settling: NodeJS.Timeout | undefined

  async function restart(changed: string): Promise<void> {
    if (isStopping) return
    console.error(`${changed} has changed; ${path.relative('.', file)} is started again.`)
    await stop(child)
    if (!isStopping) child = start()
  }

  for (const folder of sources.flatMap((source) => [source, ...foldersBelow(source)])) {
    watch(folder, (_event, name) => {
      if (name?.endsWith('.ts') !== true) return
      clearTimeout(settling)
      settling = setTimeout(() => {
        restarting = restarting.then(() => restart(path.relative('.', path.join(folder, name))))
      }, settledMs)
    })
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      isStopping = true
      void restarting.then(() => stop(child)).then(() => process.exit(0))
    })
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

function foldersBelow(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => path.join(entry.parentPath, entry.name))
}

const sources = process.argv.slice(2)
const file = sources.pop()
if (file === undefined) throw new Error('Usage: node lib/launch/processes/watch.ts <folder>… <file.ts>')
runAndWatch(sources, file)
