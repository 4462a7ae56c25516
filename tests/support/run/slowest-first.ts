import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files that take longest. Begun last, one of them would keep one processor and leave the other idle. */
const slowest = [
  'aggregator/chaos.long',
  'aggregator/kill.long',
  'aggregator/database-gone.long',
  'planning/budget-preview.long',
  'launch/processes/one-copy.long',
  'api/accounts/every-operation',
  'backup/backup',
  'lab/runs/run-lab',
  'web/stranger-door',
  'web/end-untaken',
  'store/alerts/slow-alerts',
  'documents/read/corpus',
  'documents/images/limit-image',
  'e2e/offline-page',
  'e2e/accounts',
  'e2e/security',
]

/** Begins with the files that take longest, as far as they are known; Vitest itself goes by their size. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = slowest.findIndex((name) => moduleId.includes(`/tests/${name}.test.`))
      return at === -1 ? slowest.length : at
    }
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}
