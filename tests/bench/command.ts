/**
 * `npm run bench -- NAME [arguments]` runs one bench. Without a name it runs the table of all of them; `list` prints the names. A bench runs
 * in this process: signals and the exit code are its own.
 */
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { projectRoot } from '#lib/launch/program/project.ts'
import { benchLines, findBenchWords } from './commands.ts'

const [name = 'table', ...words] = process.argv.slice(2)
const found = findBenchWords(name, words)
if (name === 'list') console.log(benchLines().join('\n'))
else if (found === null) {
  console.error([`There is no bench "${name}". The benches:`, ...benchLines()].join('\n'))
  process.exitCode = 1
} else {
  const [file = '', ...rest] = found
  const place = path.join(projectRoot, file)
  process.argv = [process.execPath, place, ...rest] // as if Node had been started with it
  await import(pathToFileURL(place).href)
}
