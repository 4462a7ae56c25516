import type { ImportReport } from '#lib/api/moving/imports.ts'
import { Failed } from '#components/ui/form/empty.tsx'
import { Cell, HeadCell, Table } from '#components/ui/table.tsx'
import { useWords } from '#lib/words/use-words.tsx'
import { ImportLines } from './import-report.tsx'

const kinds = {
  opml: 'kindOpml',
  'reader-json': 'kindReaderJson',
  feedbin: 'kindFeedbin',
  miniflux: 'kindMiniflux',
  skylark: 'kindSkylark',
} as const

type ImportFileReportProps = {
  readonly report: ImportReport
  /** Takes all of it back. */
  readonly onUndo?: (() => void) | undefined
}

/** The report of one file: how it was understood, the counts, and what was refused and why. */
export function ImportFileReport({ report, onUndo }: ImportFileReportProps) {
  const t = useWords('sources')
  const { name, kind, refusal, added, alreadyThere, notHere, refused, labels, lines } = report
  if (refusal !== null)
    return (
      <Failed
        title={name === '' ? t('listNotRead') : t('fileNotRead', { file: name })}
        reason={refusal}
        detail={report.problems[0]?.place ?? ''}
      />
    )
  if (lines.length > 0) return <ImportLines report={report} onUndo={onUndo} />
  return (
    <section aria-label={name === '' ? t('result') : name} className="mb-6">
      <h2 className="text-16 font-semibold">
        {t('importCounts', { added, known: alreadyThere, failed: refused })}
      </h2>
      <p className="text-ink-2">{kind !== null && t(kinds[kind])}</p>
      {notHere > 0 && <p className="mt-1 text-ink-2">{t('importNotHere', { count: notHere })}</p>}
      {labels.length > 0 && (
        <p className="mt-1 text-ink-2">{t('importLabels', { labels: labels.slice(0, 20).join(', ') })}</p>
      )}
      {report.problems.length > 0 && <Problems problems={report.problems} />}
    </section>
  )
}

/** More rows than anybody reads make the page slow. */
const mostRows = 200

function Problems({ problems }: Pick<ImportReport, 'problems'>) {
  const t = useWords('sources')
  return (
    <div className="mt-4">
      <Table>
        <caption className="sr-only">{t('importRefused')}</caption>
        <thead>
          <tr>
            <HeadCell>{t('place')}</HeadCell>
            <HeadCell>{t('reason')}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {problems.slice(0, mostRows).map(({ place, message }, at) => (
            <tr key={`${at} ${place}`}>
              <Cell className="py-2 font-mono text-12 break-all whitespace-normal">{place}</Cell>
              <Cell className="py-2 whitespace-normal">{message}</Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  )
}
