import { existsSync } from 'node:fs'
import path from 'node:path'

/**
 * The folders in which tests and benches find their data. The repository carries a sample of each kind in `tests/fixtures`; whoever
 * has the large data keeps it in `../shared`, in folders of the same names.
 */
const samples = path.resolve('tests', 'fixtures')
const largeData = path.resolve('..', 'shared')

type Kind = 'feed-corpus' | 'opml'

/** The sample of this kind. */
export function sampleFolder(kind: Kind): string {
  return path.join(samples, kind)
}

/** The large data of this kind, or null where it is absent. */
export function largeFolder(kind: Kind): string | null {
  const folder = path.join(largeData, kind)
  return existsSync(folder) ? folder : null
}

/** The folders there are of this kind: the sample, and after it the large data. */
export function dataFolders(kind: Kind): readonly string[] {
  const large = largeFolder(kind)
  return large === null ? [sampleFolder(kind)] : [sampleFolder(kind), large]
}

/** A recorded trace, from the repository or else from the large data; null where neither has it. */
export function findTraceFile(name: string): string | null {
  const files = [samples, largeData].map((folder) => path.join(folder, 'traces', `${name}.csv.gz`))
  return files.find((file) => existsSync(file)) ?? null
}
